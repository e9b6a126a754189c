/**
 * Queries the readiness of a process at the address of each of its roles.
 * @returns null when all are ready, otherwise the first reason.
 */
export async function probeReadiness(urls: readonly string[]): Promise<string | null> {
  for (const url of urls) {
    const problem = await probe(url);
    if (problem !== null) return problem;
  }
  return null;
}

async function probe(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3_000), headers: { connection: "close" } });
    if (answer.ok) return null;
    return reason(await answer.text()) ?? `it answers ${answer.status}`;
  } catch (problem) {
    return problem instanceof Error && problem.name === "TimeoutError" ? "no response" : "not listening yet";
  }
}

// The body lists each dependency; those that are not "ok" are the reason.
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
