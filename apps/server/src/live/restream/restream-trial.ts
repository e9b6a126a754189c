import { setTimeout as after } from "node:timers/promises";
import type { Context } from "../../context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { publishTo, RestreamProblem } from "../ingest/rtmp/client.ts";
import { requireStream, type OwnProject } from "../streams/rows.ts";
import { openAddress, openRestreamKey, readSavedTarget } from "./restreams.ts";

/** Some servers accept every publish command and check the key afterwards. */
const LATE_REFUSAL_MS = 2_000;

/** Streams with a running test; one at a time, so that tests cannot be used to scan servers. */
const running = new Set<number>();

interface Tried {
  /** An existing target, which provides missing fields. */
  id?: number | undefined;
  url?: string | undefined;
  key?: string | undefined;
}

/**
 * Connects to a server as restreaming does and sends the publish command, but no media.
 * @param lateRefusalMs how long a server may still close the connection after it accepted; default two seconds
 * @returns whether the server let it publish, and why not: a sentence without the key
 * @throws Refusal `not_found`; `conflict` while the target is connected or another test is running; `invalid`
 */
export async function tryRestream(
  context: Context,
  grant: OwnProject,
  streamId: number,
  tried: Tried,
  lateRefusalMs: number = LATE_REFUSAL_MS,
) {
  const { url, key } = await targetOf(context, grant, streamId, tried);
  const address = await openAddress(context, url);
  if (running.has(streamId))
    throw new Refusal("conflict", "Another connection of this livestream is being tested. Wait a few seconds.");
  running.add(streamId);
  try {
    return await connect(new URL(url), address, key, lateRefusalMs);
  } finally {
    running.delete(streamId);
  }
}

async function connect(url: URL, address: string, key: string, lateRefusalMs: number) {
  try {
    const connection = await publishTo(url, address, key);
    const problem = await Promise.race([connection.ended, after(lateRefusalMs, null)]);
    connection.close();
    return { accepted: problem === null, detail: problem?.message ?? "" };
  } catch (error) {
    if (error instanceof RestreamProblem) return { accepted: false, detail: error.message };
    throw error;
  }
}

async function targetOf(context: Context, grant: OwnProject, streamId: number, { id, url, key }: Tried) {
  if (id === undefined) await requireStream(context.db, grant, streamId);
  const saved = id === undefined ? null : await readSavedTarget(context, grant, streamId, id);
  if (saved && (url ?? saved.url) === saved.url && key === undefined) {
    if (saved.state === "connected")
      throw new Refusal("conflict", "This target is connected. There is nothing to test.");
    return { url: saved.url, key: openRestreamKey(context, saved.key_sealed) };
  }
  const address = url ?? saved?.url;
  if (address === undefined) throw wrong("url", "Server URL can not be empty.");
  // The saved key is only sent to the server it was saved for.
  if (key === undefined) throw wrong("key", "Enter the stream key to test another address.");
  return { url: address, key };
}

const wrong = (field: "url" | "key", message: string) =>
  new Refusal("invalid", message, { fields: { [field]: [message] } });
