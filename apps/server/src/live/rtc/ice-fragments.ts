import type { IceCredentials } from "./lite-agent.ts";

const KEPT = /^a=(?:ice-lite|group:|mid:|ice-ufrag:|ice-pwd:|candidate:|end-of-candidates)/;

/** The ICE credentials of a session description or a fragment of one (RFC 8839 §5.4); null where it has none. */
export function iceCredentials(description: string): IceCredentials | null {
  const username = /^a=ice-ufrag:(\S+)/m.exec(description)?.[1];
  const password = /^a=ice-pwd:(\S+)/m.exec(description)?.[1];
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
