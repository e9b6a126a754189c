import { setTimeout as after } from "node:timers/promises";
import type { Context } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import { openAddress, openRestreamKey, readSavedTarget } from "./restreams.ts";
import { requireStream, type OwnProject } from "./rows.ts";
import { publishElsewhere, RestreamProblem } from "./rtmp/client.ts";

/** Some servers let everybody begin and look at the key only then. */
const SECOND_THOUGHTS_MS = 2_000;

/** Streams somebody tries a target of at present; one at a time keeps this from being a way to knock at many doors. */
const underWay = new Set<number>();

interface Tried {
  /** A target that is there: what is not given is taken from it. */
  id?: number | undefined;
  url?: string | undefined;
  key?: string | undefined;
}

/**
 * Connects to a server as restreaming would and asks to publish. No picture is sent, so nobody there sees anything.
 * @returns whether the server let it publish, and why not: a sentence without the key
 * @throws Refusal `not_found`; `conflict` while the target is connected or another is being tried; `invalid`
 */
export async function tryRestream(context: Context, ground: OwnProject, streamId: number, tried: Tried) {
  const { url, key } = await targetOf(context, ground, streamId, tried);
  const address = await openAddress(context, url);
  if (underWay.has(streamId))
    throw new Refusal("conflict", "A connection of this livestream is being tested already. Wait a few seconds.");
  underWay.add(streamId);
  try {
    return await connect(new URL(url), address, key);
  } finally {
    underWay.delete(streamId);
  }
}

async function connect(url: URL, address: string, key: string) {
  try {
    const connection = await publishElsewhere(url, address, key);
    const problem = await Promise.race([connection.ended, after(SECOND_THOUGHTS_MS, null)]);
    connection.close();
    return { accepted: problem === null, detail: problem?.message ?? "" };
  } catch (error) {
    if (error instanceof RestreamProblem) return { accepted: false, detail: error.message };
    throw error;
  }
}

async function targetOf(context: Context, ground: OwnProject, streamId: number, { id, url, key }: Tried) {
  if (id === undefined) await requireStream(context.db, ground, streamId);
  const saved = id === undefined ? null : await readSavedTarget(context, ground, streamId, id);
  if (saved && (url ?? saved.url) === saved.url && key === undefined) {
    if (saved.state === "connected")
      throw new Refusal("conflict", "This target is connected at present: there is nothing to test.");
    return { url: saved.url, key: openRestreamKey(context, saved.key_sealed) };
  }
  const address = url ?? saved?.url;
  if (address === undefined) throw wrong("url", "Server URL can not be empty.");
  // The saved key goes nowhere but to the server it was saved for.
  if (key === undefined) throw wrong("key", "Write the stream key to test another address.");
  return { url: address, key };
}

const wrong = (field: "url" | "key", message: string) =>
  new Refusal("invalid", message, { fields: { [field]: [message] } });
