"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { cx } from "./cx";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom right. */
  footer?: ReactNode;
  size?: "small" | "wide" | "tall";
  testId?: string;
}

// Centred by margins: a transform would misplace the widgets that an editor inside attaches to the window.
const SIZES = { small: "h-fit w-[440px]", wide: "h-fit w-[680px]", tall: "h-[86vh] w-[980px]" };

/** A modal dialog: Esc and the cross close it, and the focus returns to where it was. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size = "small",
  testId,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[rgb(0_0_0/32%)]" />
        <Base.Popup
          data-overlay=""
          data-testid={testId}
          className={cx(
            "fixed inset-0 z-40 m-auto flex max-h-[86vh] max-w-[calc(100vw-24px)] flex-col rounded-lg border border-line bg-panel shadow-pop",
            SIZES[size],
          )}
        >
          <div className="flex items-start gap-3 px-4 pt-3.5 pb-2">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-base font-[580]">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-0.5 text-ink-2">{description}</Base.Description>
              )}
            </div>
            <Base.Close
              aria-label="Close"
              className="-mr-1 grid size-6 place-items-center rounded-md text-ink-2 hover:bg-sunk hover:text-ink"
            >
              <X size={14} />
            </Base.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">{children}</div>
          {footer && (
            <div className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-2.5">{footer}</div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface ConfirmProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** The label of the button that confirms. */
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
export function Confirm({ open, title, children, action, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      testId="confirm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="danger"
            testId="confirm-action"
            onClick={() => {
              onConfirm();
              onClose();
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="text-ink-2">{children}</div>
    </Dialog>
  );
}
