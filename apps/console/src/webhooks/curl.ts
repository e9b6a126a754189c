import { curlCommand } from "../platform/curl.ts";
import type { Attempt } from "./queries.ts";

/** Headers that curl writes without being asked to. */
const OWN = new Set(["accept-encoding", "content-length"]);

/** A request as a command for a shell. */
export function curlOf(
  { url, request_headers: given }: Pick<Attempt, "url" | "request_headers">,
  body: string,
): string {
  const headers = Object.fromEntries(Object.entries(given).filter(([name]) => !OWN.has(name)));
  return curlCommand({ method: "POST", url, headers, body });
}

/** JSON with a line for each field; what is no JSON stays as it is. */
export function inLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
