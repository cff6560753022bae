"use client";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";

interface NameDialogProps {
  title: string;
  value: string;
  /** Why a name cannot be used; null if it can. Empty names are never allowed. */
  errorOf?: (name: string) => string | null;
  onDone: (name: string) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for a name. Mount it to open it. */
export function NameDialog({ title, value, errorOf, onDone, onClose, children }: NameDialogProps) {
  const [name, setName] = useState(value);
  const trimmed = name.trim();
  const error = trimmed === "" ? "Enter a name" : (errorOf?.(trimmed) ?? null);
  const done = () => {
    if (error) return;
    onDone(trimmed);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" why={error} testId="name-done" onClick={done}>
            Rename
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          done();
        }}
      >
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          error={name === value ? null : error}
          testId="name-field"
          autoComplete="off"
        />
        {children}
      </form>
    </Dialog>
  );
}
