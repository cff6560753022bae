"use client";
import { VerdictBadge } from "@/components/shared/status";
import type { GeneratedSample, GeneratedSamples } from "@/lib/wire/generate";
import { TEXT } from "./text";

interface SamplesProps {
  title: string;
  kind: GeneratedSample["kind"];
  data: GeneratedSamples;
  /** Texts that are already cases. */
  kept: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  onChoose: (texts: readonly string[], on: boolean) => void;
}

/** The samples of one kind to select from, each with its verdict. */
export function Samples({ title, kind, data, kept, chosen, onChoose }: SamplesProps) {
  const samples = data.samples.filter((sample) => sample.kind === kind);
  if (samples.length === 0) return null;
  const free = samples.map(({ text }) => text).filter((text) => !kept.has(text));
  const all = free.length > 0 && free.every((text) => chosen.has(text));
  return (
    <section aria-label={title} className="pb-3">
      <h3 className="sticky top-0 bg-panel py-1">
        <label className="inline-flex items-center gap-2 font-[580] text-xs">
          <input
            type="checkbox"
            className="size-3.5 accent-accent"
            aria-label={`Select all: ${title}`}
            data-testid={`pick-all-${kind}`}
            disabled={free.length === 0}
            checked={all}
            onChange={({ target }) => onChoose(free, target.checked)}
          />
          {title} <span className="font-normal text-ink-3">{samples.length}</span>
        </label>
      </h3>
      <ul>
        {samples.map((sample) => (
          <Row
            key={sample.text}
            sample={sample}
            kept={kept.has(sample.text)}
            chosen={chosen.has(sample.text)}
            onChoose={(on) => onChoose([sample.text], on)}
          />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  sample: GeneratedSample;
  kept: boolean;
  chosen: boolean;
  onChoose: (on: boolean) => void;
}

function Row({ sample, kept, chosen, onChoose }: RowProps) {
  const { kind, title, text, verdict, others } = sample;
  return (
    <li
      className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 border-line border-t py-2 text-xs sm:grid-cols-[16px_minmax(0,2fr)_minmax(0,3fr)]"
      data-testid="sample"
      data-kind={kind}
    >
      <input
        type="checkbox"
        className="mt-0.5 size-3.5 self-start accent-accent"
        aria-label={`${title}${kept ? ", already kept" : ""}`}
        disabled={kept}
        checked={chosen && !kept}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-[540] [overflow-wrap:anywhere]">{title}</span>
          <VerdictBadge status={verdict.status} />
          {kept && <span className="text-ink-3">already kept</span>}
        </div>
        <Rules sample={sample} />
        {others > 0 && (
          <div className="text-warn" data-testid="sample-others">
            {TEXT.noSingleBreak}
          </div>
        )}
      </div>
      <div className="col-start-2 min-w-0 pt-1 sm:col-start-auto sm:pt-0">
        <code className="code line-clamp-3 block [overflow-wrap:anywhere]" title={shortened(text)}>
          {shortened(text)}
        </code>
        <ul className="text-ink-2">
          {sample.messages.slice(0, SHOWN).map((message, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two findings may have the same words
            <li key={at} className="[overflow-wrap:anywhere]">
              {message}
            </li>
          ))}
          {sample.messages.length > SHOWN && <li>and {sample.messages.length - SHOWN} more</li>}
        </ul>
      </div>
    </li>
  );
}

/** Findings of a sample that are listed. */
const SHOWN = 4;
/** The length of a shown text, in characters. */
const LONG = 400;

const shortened = (text: string): string =>
  text.length <= LONG ? text : `${text.slice(0, LONG)}… (${text.length} characters)`;

function Rules({ sample: { rule, also = [] } }: { sample: GeneratedSample }) {
  if (!rule) return null;
  return (
    <ul className="code-2xs text-ink-3">
      {[rule, ...also].map(({ keyword, schemaPath }) => (
        <li key={`${keyword} ${schemaPath}`} className="[overflow-wrap:anywhere]" data-testid="sample-rule">
          {keyword} by {schemaPath}
        </li>
      ))}
    </ul>
  );
}

/** The rules for which no sample was found, each with the reason. */
export function Missing({ data: { missing } }: { data: GeneratedSamples }) {
  if (missing.length === 0) return null;
  return (
    <section aria-label="Not found" className="pb-3">
      <h3 className="py-1 font-[580] text-xs">
        Not found <span className="font-normal text-ink-3">{missing.length}</span>
      </h3>
      <ul>
        {missing.map(({ title, rule, why }, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change, and titles may be alike
            key={at}
            className="grid grid-cols-1 gap-x-2 border-line border-t py-1.5 pl-6 text-xs sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
            data-testid="sample-missing"
          >
            <div className="min-w-0">
              <div className="[overflow-wrap:anywhere]">{title}</div>
              {rule && (
                <div className="code-2xs text-ink-3 [overflow-wrap:anywhere]">
                  {rule.keyword} by {rule.schemaPath}
                </div>
              )}
            </div>
            <p className="text-ink-2 [overflow-wrap:anywhere]">{why}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
