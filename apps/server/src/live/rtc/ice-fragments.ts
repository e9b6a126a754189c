import type { IceCredentials } from "./lite-agent.ts";

const KEPT = /^a=(?:ice-lite|group:|mid:|ice-ufrag:|ice-pwd:|candidate:|end-of-candidates)/;

const USERNAME = /^a=ice-ufrag:([A-Za-z0-9+/]{4,256})\r?$/m;
const PASSWORD = /^a=ice-pwd:([A-Za-z0-9+/]{22,256})\r?$/m;

/** The ICE credentials of a session description or a fragment of one (RFC 8839 §5.4); null where it has none, or others than those. */
export function iceCredentials(description: string): IceCredentials | null {
  const username = USERNAME.exec(description)?.[1];
  const password = PASSWORD.exec(description)?.[1];
  return username && password ? { username, password } : null;
}

/** The ICE of an answer, as the answer to its restart (RFC 8840 §9). All media goes the way of the first. */
export function iceFragment(answer: string): string {
  const [session = "", media = ""] = answer.split(/^(?=m=)/m);
  const [head = "", ...lines] = media.split("\r\n");
  const kept = (all: readonly string[]) => all.filter((line) => KEPT.test(line));
  return `${[...kept(session.split("\r\n")), head, ...kept(lines)].join("\r\n")}\r\n`;
}

/** The entity tag of a session whose host has this ICE user name fragment. */
export const iceTag = (username: string): string => `"${username}"`;
