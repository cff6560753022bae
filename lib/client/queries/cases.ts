/** A tool's cases: running them, reading a file of them, and generating samples for new ones. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/api/api";
import type { CaseRunBody } from "@/lib/wire/cases";
import type { GenerateBody } from "@/lib/wire/generate";
import { CHECK_AFTER_MS, useSettled } from "./settled";

/**
 * Runs all cases of a tool in one request once typing has paused; another key aborts it. `data` is undefined until the
 * current cases and schemas are answered. Without cases nothing is asked.
 */
export function useCaseRun(toolKey: string, body: CaseRunBody) {
  const { settled, pending } = useSettled(body, toolKey, CHECK_AFTER_MS);
  const { data, error } = useQuery({
    queryKey: ["cases", toolKey, settled],
    queryFn: ({ signal }) => api.cases(settled, signal),
    enabled: body.cases.length > 0,
    gcTime: 60_000,
  });
  return { data: pending ? undefined : data, error };
}

/** Reads a file of cases; a refusal says why, and then no case of the file is taken. */
export const useReadCaseFile = () => useMutation({ mutationFn: (text: string) => api.caseFile({ text }) });

/** Samples generated from a schema. Asked once for each schema, and again after an error. */
export const useGenerated = (body: GenerateBody) =>
  useQuery({
    queryKey: ["generated", body],
    queryFn: ({ signal }) => api.generate(body, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
