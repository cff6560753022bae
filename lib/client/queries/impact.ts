/** Answers of `POST /api/impact`: what a schema that is being typed would change for the recorded calls of its tool. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/lib/client/api/api";
import type { ImpactBody, ImpactProgress } from "@/lib/wire/impact";
import { useSettled } from "./settled";

/** Short, so that all recorded calls are checked before a person has looked up from the keyboard. */
const IMPACT_AFTER_MS = 25;

/**
 * The counts alone. Another key aborts the request; a change of `runs` asks again, because there are new calls. No body:
 * nothing is asked. `progress` says how far an answer is that takes a while.
 */
export function useImpact(scope: string, body: ImpactBody | null, runs: string) {
  const { settled } = useSettled(body && { ...body, details: false }, scope, IMPACT_AFTER_MS);
  const [progress, setProgress] = useState<ImpactProgress | null>(null);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ["impact", scope, settled, runs],
    queryFn: ({ signal }) => {
      if (settled === null) return null;
      setProgress(null);
      const onProgress = (next: ImpactProgress) => {
        if (!signal.aborted) setProgress(next);
      };
      return api.impact(settled, signal, onProgress);
    },
    gcTime: 10_000,
    placeholderData: (before, query) => (query?.queryKey[1] === scope ? before : undefined),
  });
  const waits = isFetching && (isPlaceholderData || !data);
  return { data: data ?? undefined, error, isPlaceholderData, progress: waits ? progress : null };
}

/** The counts with the changed rules and the calls behind them. */
export const useImpactDetails = (body: ImpactBody, runs: string) =>
  useQuery({
    queryKey: ["impact details", body, runs],
    queryFn: ({ signal }) => api.impact(body, signal, () => {}),
    gcTime: 10_000,
    placeholderData: (before) => before,
  });
