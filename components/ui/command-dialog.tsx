"use client";
import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog as Base } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { cx } from "./cx";

export interface CommandItem {
  id: string;
  text: string;
  /** Positions of the characters that match the query. */
  marks?: number[];
  /** An icon before the text. */
  sign?: ReactNode;
  /** Secondary text, or keys, at the end. */
  hint?: ReactNode;
  /** Why it cannot be chosen. */
  why?: string;
}

export interface CommandGroup<T extends CommandItem> {
  id: string;
  label: string;
  items: T[];
  /** Text below the items, such as how many more there are. */
  note?: string;
}

interface CommandDialogProps<T extends CommandItem> {
  open: boolean;
  onClose: () => void;
  /** Called after it has closed and the focus is back where it was. */
  onClosed: () => void;
  title: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  groups: CommandGroup<T>[];
  /** Shown if nothing matches. */
  empty: ReactNode;
  footer?: ReactNode;
  onPick: (item: T) => void;
  testId: string;
}

/** A search field above a list of actions: ↑ and ↓ move, Enter runs, Esc closes. The caller decides what is listed. */
export function CommandDialog<T extends CommandItem>(props: CommandDialogProps<T>) {
  const { open, onClose, onClosed, title, placeholder, query, onQuery, groups, empty, footer, testId } =
    props;
  const field = useRef<HTMLInputElement>(null);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(next) => !next && onClosed()}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[rgb(0_0_0/32%)]" />
        <Base.Popup
          data-overlay=""
          data-testid={testId}
          initialFocus={field}
          className="fixed inset-x-0 top-[min(12vh,96px)] z-40 mx-auto flex max-h-[min(76vh,560px)] w-[620px] max-w-[calc(100vw-16px)] flex-col overflow-hidden rounded-lg border border-line bg-panel shadow-pop outline-none"
        >
          <Base.Title className="sr-only">{title}</Base.Title>
          <Autocomplete.Root<CommandGroup<T>[]>
            inline
            open
            mode="none"
            autoHighlight="always"
            keepHighlight
            items={groups}
            value={query}
            itemToStringValue={(item) => item.text}
            onValueChange={(next, { reason }) => reason === "input-change" && onQuery(next)}
          >
            <label className="flex h-11 shrink-0 items-center gap-2.5 border-line border-b px-3.5">
              <Search size={15} aria-hidden className="text-ink-3" />
              <Autocomplete.Input
                ref={field}
                aria-label={title}
                placeholder={placeholder}
                spellCheck={false}
                data-testid={`${testId}-field`}
                className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
              />
            </label>
            <Autocomplete.Status className="sr-only">
              {count === 1 ? "1 entry" : `${count} entries`}
            </Autocomplete.Status>
            {count === 0 && <div className="px-4 py-6 text-center text-ink-2">{empty}</div>}
            <Autocomplete.List
              aria-label={title}
              className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-1.5 empty:hidden"
            >
              {groups.map((group) => (
                <Group key={group.id} group={group} onPick={props.onPick} />
              ))}
            </Autocomplete.List>
          </Autocomplete.Root>
          {footer && (
            <div className="flex items-center gap-3 border-line border-t px-3.5 py-2 text-2xs text-ink-2">
              {footer}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface GroupProps<T extends CommandItem> {
  group: CommandGroup<T>;
  onPick: (item: T) => void;
}

function Group<T extends CommandItem>({ group, onPick }: GroupProps<T>) {
  return (
    <Autocomplete.Group items={group.items} className="pb-1">
      <Autocomplete.GroupLabel className="px-2 pt-1.5 pb-0.5 text-2xs font-[580] text-ink-3">
        {group.label}
        {group.note && <span className="font-normal"> · {group.note}</span>}
      </Autocomplete.GroupLabel>
      {group.items.map((item) => (
        <Item key={item.id} item={item} onPick={onPick} />
      ))}
    </Autocomplete.Group>
  );
}

function Item<T extends CommandItem>({ item, onPick }: { item: T; onPick: (item: T) => void }) {
  const { text, marks, sign, hint, why } = item;
  const id = useId();
  return (
    <Autocomplete.Item
      value={item}
      aria-disabled={why ? true : undefined}
      aria-describedby={why ? id : undefined}
      data-testid="command-item"
      onClick={(event) => {
        if (why) event.preventBaseUIHandler();
        else onPick(item);
      }}
      className={cx(
        "flex min-h-[30px] cursor-default items-center gap-2 rounded-sm px-2 py-1 outline-none data-highlighted:bg-accent-soft",
        why && "text-ink-3",
      )}
    >
      {sign}
      <span className="min-w-0 flex-1 truncate">
        <Marked text={text} marks={marks} />
      </span>
      {(why ?? hint) && (
        <span className="flex min-w-0 max-w-[58%] shrink-0 items-center gap-2 text-2xs text-ink-2">
          {why && (
            <span id={id} className="truncate">
              {why}
            </span>
          )}
          {typeof hint === "string" ? <span className="truncate">{hint}</span> : hint}
        </span>
      )}
    </Autocomplete.Item>
  );
}

/** The text in pieces that match the query or do not, in turn. */
function piecesOf(text: string, marks: number[]): { text: string; marked: boolean; at: number }[] {
  const marked = new Set(marks);
  const pieces: { text: string; marked: boolean; at: number }[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = pieces.at(-1);
    if (last && last.marked === marked.has(at)) last.text += text[at];
    else pieces.push({ text: text[at] ?? "", marked: marked.has(at), at });
  }
  return pieces;
}

function Marked({ text, marks = [] }: { text: string; marks?: number[] }) {
  if (marks.length === 0) return text;
  return piecesOf(text, marks).map((piece) =>
    piece.marked ? (
      <b key={piece.at} className="font-[640] text-ink">
        {piece.text}
      </b>
    ) : (
      piece.text
    ),
  );
}
