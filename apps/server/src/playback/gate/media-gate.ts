import type { IncomingMessage, ServerResponse } from "node:http";
import { fileHeaders, MEDIA_HEADERS } from "../media-headers.ts";
import type { Admission, GatedItem } from "./admission.ts";
import type { Gate } from "./gate.ts";
import { looksLikeViewerPass } from "./viewer-pass.ts";

/** A path under /hls: `/hls/{hash}/{rest}` or `/hls/~{pass}/{hash}/{rest}`. */
interface AskedMedia {
  pass: string | null;
  rest: string;
  query: string;
}

/** The page a request for media comes from: its referrer, or at least the origin of the script that sends it. */
export const pageOf = ({ headers }: IncomingMessage): string | null =>
  headers.referer ?? (headers.origin === undefined || headers.origin === "null" ? null : headers.origin);

/**
 * Whether a request for media of a restricted item may be answered; otherwise it has been. A request with a viewer's
 * pass is decided on again. One without, as of another player, is decided on by what it carries itself (its referrer
 * and `?token=`) and sent to the same file behind a pass, which the addresses in playlists inherit.
 */
export async function mayReadMedia(
  gate: Gate,
  item: GatedItem,
  request: IncomingMessage,
  response: ServerResponse,
  asked: AskedMedia,
): Promise<boolean> {
  if (asked.pass !== null && looksLikeViewerPass(asked.pass)) {
    const again = await gate.recheck(item, request, asked.pass);
    if (again && again.kind !== "refused") return true;
    refuseMedia(response, again ?? EXPIRED);
    return false;
  }
  const query = new URLSearchParams(asked.query);
  const first = await gate.admit(item, request, { token: query.get("token"), page: pageOf(request) });
  if (first.kind === "open") return true;
  if (first.kind === "refused") {
    refuseMedia(response, first);
    return false;
  }
  query.delete("token");
  const text = query.toString();
  response.writeHead(302, [
    ...MEDIA_HEADERS,
    "location",
    `/hls/~${first.pass}/${item.hash}/${asked.rest}${text === "" ? "" : `?${text}`}`,
    "cache-control",
    "private, no-store",
    "content-length",
    "0",
  ]);
  response.end();
  return false;
}

const EXPIRED = { reason: "pass_expired", message: "This player has been open too long. Reload the page." };

function refuseMedia(
  response: ServerResponse,
  { reason, message }: Pick<Admission & { kind: "refused" }, "message"> & { reason: string },
): void {
  const body = Buffer.from(JSON.stringify({ message, code: reason }), "utf8");
  response.writeHead(403, [
    ...fileHeaders("application/json; charset=utf-8", "private, no-store"),
    "content-length",
    String(body.length),
  ]);
  response.end(body);
}
