/**
 * Asks a process whether it can do its work.
 * @returns null when it can, otherwise the reason in words.
 */
export async function askReadiness(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3_000), headers: { connection: "close" } });
    if (answer.ok) return null;
    return reason(await answer.text()) ?? `it answers ${answer.status}`;
  } catch (problem) {
    return problem instanceof Error && problem.name === "TimeoutError"
      ? "it does not answer"
      : "it does not listen yet";
  }
}

// The body names each dependency; what is not "ok" is the reason.
function reason(body: string): string | null {
  try {
    const { dependencies } = JSON.parse(body) as { dependencies?: Record<string, unknown> };
    const bad = Object.entries(dependencies ?? {}).filter(([, state]) => !isFine(state));
    return bad.length > 0
      ? bad.map(([name, state]) => `${name}: ${typeof state === "string" ? state : JSON.stringify(state)}`).join(", ")
      : null;
  } catch {
    return null;
  }
}

function isFine(state: unknown): boolean {
  return (
    state === "ok" ||
    state === true ||
    (typeof state === "object" && state !== null && "ok" in state && state.ok === true)
  );
}
