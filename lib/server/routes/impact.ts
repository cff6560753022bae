import type { Services } from "@/lib/server/compose";
import type { Call } from "@/lib/server/http/respond";
import { answerOrLines } from "@/lib/server/http/respond-ndjson";
import { impactOf } from "@/lib/server/impact/impact";
import type { ImpactBody, ImpactProgress } from "@/lib/wire/impact";

/** A request that accepts lines gets the progress first when the answer takes a while. */
export async function answerImpact(
  { checker, recorded, rechecks }: Pick<Services, "checker" | "recorded" | "rechecks">,
  { body, request }: Call<ImpactBody>,
): Promise<Response> {
  let progress = (): ImpactProgress => ({ checked: 0, texts: 0, flipped: 0 });
  const answer = impactOf({ checker, recorded, rechecks }, body, {
    signal: request.signal,
    onCheck: (now) => {
      progress = now;
    },
  });
  return answerOrLines(request, answer, () => ({ progress: progress() }));
}
