/** Suggested fixes of an invalid text. */
import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/client/api/api";

/** Asked only on demand, since a suggestion takes many checks. */
export const useFixes = () => useMutation({ mutationFn: api.fixes });
