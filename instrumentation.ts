/** Runs once when the server starts: sessions that were under way when it last stopped go on (D31). */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { services } = await import("./lib/server/compose");
  const { sessions } = await services();
  const resumed = await sessions.resumeAll();
  if (resumed > 0) console.log(`Callscope goes on with ${resumed} sessions that were under way.`);
}
