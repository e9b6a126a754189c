import { runtime } from "../../platform/runtime.ts";

/** What a guest's link is for. */
export interface Invitation {
  name: string;
  ends_at: string;
  /** The WHIP endpoint, and the link's token for it. */
  url: string;
  token: string;
}

/** Reads what a link is for; null where it has ended, was revoked, or never was. @throws Error when the server is not reached */
export async function readInvitation(token: string): Promise<Invitation | null> {
  if (token === "") return null;
  const url = `${(await runtime()).edge_host}/whip`;
  const answer = await fetch(`${url}/guest`, { headers: { authorization: `Bearer ${token}` } });
  if (answer.status === 401) return null;
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  const { name, ends_at } = (await answer.json()) as Pick<Invitation, "name" | "ends_at">;
  return { name, ends_at, url, token };
}
