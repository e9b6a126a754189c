import { get } from "node:http";

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

/** By `node:http`, which is loaded already: `fetch` takes four times the processor time. */
function probe(url: string): Promise<string | null> {
  return new Promise((done) => {
    const request = get(url, { agent: false, signal: AbortSignal.timeout(3_000) }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
      answer.once("error", () => done("no response"));
      answer.once("end", () => {
        const { statusCode = 0 } = answer;
        const isFine = statusCode >= 200 && statusCode < 300;
        done(isFine ? null : (reason(body) ?? `it answers ${statusCode}`));
      });
    });
    request.once("error", (problem) => done(problem.name === "TimeoutError" ? "no response" : "not listening yet"));
  });
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
