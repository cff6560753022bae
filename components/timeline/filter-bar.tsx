"use client";
import { ListFilter, X } from "lucide-react";
import {
  type Filter,
  FLAGS,
  type Flag,
  NO_FILTER,
  sizeOf,
  toggled,
  VERDICT_ORDER,
} from "@/lib/view/rows/filter";
import type { Counts } from "@/lib/view/rows/list-block";
import { capital, grouped } from "@/lib/view/text/format";
import { Button } from "../ui/button";
import { cx } from "../ui/cx";
import { Menu, MenuCheck, MenuGroup, MenuItem, MenuSeparator } from "../ui/menu";

interface FilterBarProps {
  counts: Counts;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/** The filters that most runs need have buttons next to the menu. */
const BESIDE: readonly Flag[] = ["problems", "retried"];

const isPlain = (filter: Filter): boolean => sizeOf(filter) === 0;

/**
 * Chooses the rows to show: common filters as buttons, all of them in a menu, and active ones as buttons that remove
 * them.
 */
export function FilterBar({ counts, filter, onFilter }: FilterBarProps) {
  const { only, decisions } = filter;
  const flip = (flag: Flag) => onFilter(toggled(filter, "only", flag));
  return (
    <div className="flex flex-wrap gap-1.5" role="group" aria-label="Row filters">
      <Chip id="all" pressed={isPlain(filter)} n={counts.all} onPress={() => onFilter(NO_FILTER)} />
      {BESIDE.filter((flag) => only.includes(flag) || counts.found.has(flag)).map((flag) => (
        <Chip
          key={flag}
          id={flag}
          pressed={only.includes(flag)}
          n={counts.only[flag]}
          onPress={() => flip(flag)}
        />
      ))}
      {(decisions || counts.decisions > 0) && (
        <Chip
          id="decisions"
          pressed={decisions}
          n={counts.decisions}
          onPress={() => onFilter({ ...filter, decisions: !decisions })}
        />
      )}
      {chosenIn(filter).map(({ list, word }) => (
        <button
          key={`${list} ${word}`}
          type="button"
          aria-label={`${word}: remove this filter`}
          data-testid="filter-chosen"
          onClick={() => onFilter(toggled(filter, list, word))}
          className="flex h-[22px] max-w-40 items-center gap-1 rounded-full border border-transparent bg-ink pr-1.5 pl-2.5 text-bg text-xs"
        >
          <span className="truncate">{capital(word)}</span>
          <X size={12} aria-hidden className="shrink-0" />
        </button>
      ))}
      <FilterMenu counts={counts} filter={filter} onFilter={onFilter} />
    </div>
  );
}

/** Filters that only the menu offers. */
const chosenIn = ({ only, tools, verdicts }: Filter) => [
  ...only.filter((flag) => !BESIDE.includes(flag)).map((word) => ({ list: "only" as const, word })),
  ...tools.map((word) => ({ list: "tools" as const, word })),
  ...verdicts.map((word) => ({ list: "verdicts" as const, word })),
];

interface ChipProps {
  id: string;
  pressed: boolean;
  n: number;
  onPress: () => void;
}

function Chip({ id, pressed, n, onPress }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      data-testid={`filter-${id}`}
      className={cx(
        "h-[22px] whitespace-nowrap rounded-full border px-2.5 text-xs",
        pressed
          ? "border-transparent bg-ink text-bg"
          : "border-line-strong text-ink-2 hover:bg-sunk hover:text-ink",
      )}
    >
      {capital(id)} {grouped(n)}
    </button>
  );
}

const FLAG_WORDS: Record<Flag, string> = {
  problems: "Only problems",
  retried: "Retried",
  held: "Held",
  injected: "Injected faults",
};

/** All filters with the number of records each would leave. Several tools or verdicts widen the choice. */
function FilterMenu({ counts, filter, onFilter }: FilterBarProps) {
  const { only, tools, verdicts } = filter;
  const names = [...new Set([...counts.tools.keys(), ...tools])].sort();
  const words = VERDICT_ORDER.filter((word) => counts.verdicts.has(word) || verdicts.includes(word));
  return (
    <Menu
      align="end"
      className="w-60"
      trigger={
        <Button
          small
          look="quiet"
          testId="filter-menu"
          aria-label={sizeOf(filter) > 0 ? `Filter, ${sizeOf(filter)} chosen` : "Filter"}
          className="!h-[22px]"
        >
          <ListFilter size={13} aria-hidden /> Filter
        </Button>
      }
    >
      <MenuGroup label="Rows">
        {FLAGS.map((flag) => (
          <MenuCheck
            key={flag}
            checked={only.includes(flag)}
            onChange={() => onFilter(toggled(filter, "only", flag))}
            hint={grouped(counts.only[flag])}
            testId="filter-option"
          >
            {FLAG_WORDS[flag]}
          </MenuCheck>
        ))}
        <MenuCheck
          checked={filter.decisions}
          onChange={() => onFilter({ ...filter, decisions: !filter.decisions })}
          hint={grouped(counts.decisions)}
          testId="filter-option"
        >
          Show all decisions
        </MenuCheck>
      </MenuGroup>
      {words.length > 0 && (
        <MenuGroup label="Verdict">
          {words.map((word) => (
            <MenuCheck
              key={word}
              checked={verdicts.includes(word)}
              onChange={() => onFilter(toggled(filter, "verdicts", word))}
              hint={grouped(counts.verdicts.get(word) ?? 0)}
              testId="filter-option"
            >
              {capital(word)}
            </MenuCheck>
          ))}
        </MenuGroup>
      )}
      {names.length > 0 && (
        <MenuGroup label="Tool">
          {names.map((name) => (
            <MenuCheck
              key={name}
              checked={tools.includes(name)}
              onChange={() => onFilter(toggled(filter, "tools", name))}
              hint={grouped(counts.tools.get(name) ?? 0)}
              testId="filter-option"
            >
              {name}
            </MenuCheck>
          ))}
        </MenuGroup>
      )}
      <MenuSeparator />
      <MenuItem
        onSelect={() => onFilter(NO_FILTER)}
        why={isPlain(filter) && "All rows are shown"}
        testId="filter-clear"
      >
        Show all rows
      </MenuItem>
    </Menu>
  );
}
