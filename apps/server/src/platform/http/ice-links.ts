import { createHmac } from "node:crypto";
import { iceServerLinks } from "@kinora/domain/live/ice-servers.ts";
import type { TurnConfig } from "../settings/turn.ts";

/** A password ends after this long; a relay asks for it again every few minutes. */
const LASTS_SECONDS = 24 * 3_600;

/**
 * The header with the installation's relays for a WHIP or WHEP client (RFC 9725 §4.6); none without relays. Passwords are those of
 * coturn's TURN REST API: a name with the second at which it ends, signed with the relay's secret.
 */
export function iceLinks(turn: TurnConfig | null, now: Date): { link?: string } {
  if (turn === null) return {};
  const username = `${Math.floor(now.getTime() / 1_000) + LASTS_SECONDS}:kinora`;
  const credential = createHmac("sha1", turn.secret).update(username).digest("base64");
  const servers = turn.urls.map((urls) => (/^turn/i.test(urls) ? { urls, username, credential } : { urls }));
  return { link: iceServerLinks(servers) };
}
