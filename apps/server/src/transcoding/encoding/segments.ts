import { findClosedCaptions } from "@kinora/media/packaging/closed-captions.ts";
import { segmentFileName, type InitSegment, type Segment, type SegmentSink } from "@kinora/media/packaging/segment.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { markPlayable } from "../source/playable.ts";
import { assetKey, type Transcode } from "./transcode.ts";

const SEGMENT_TYPE = { contentType: "video/mp4" };

/** The renditions of a transcode by label. */
export type RenditionIds = ReadonlyMap<string, number>;

/** The ids of a transcode's renditions by their labels; empty when there are none. */
export async function renditionIds({ db }: Services, transcodeId: number): Promise<RenditionIds> {
  const rows = await db
    .selectFrom("renditions")
    .select(["id", "label"])
    .where("transcode_id", "=", transcodeId)
    .execute();
  return new Map(rows.map(({ id, label }) => [label, id]));
}

/**
 * Stores segments: the file first, then the row from which playlists list it.
 * A segment that is already listed stays as it is, so a repeated run changes nothing. Nothing is stored once `signal` fired:
 * an encoder that is being stopped still hands over what it has.
 */
export function storingSink(
  services: Services,
  transcode: Transcode,
  ids: RenditionIds,
  chunk: number,
  firstSegment: number,
  signal: AbortSignal,
): SegmentSink {
  const { db, storage } = services;
  const idOf = (label: string) => {
    const id = ids.get(label);
    if (id === undefined) throw new Error(`The transcode has no rendition ${label}.`);
    return id;
  };
  return {
    async onInit({ rendition, bytes, codec }: InitSegment) {
      signal.throwIfAborted();
      const key = assetKey(transcode, `${rendition}/init.mp4`);
      if (!(await storage.stat(key))) await storage.put(key, bytes, SEGMENT_TYPE);
      await db
        .updateTable("renditions")
        .set({ codecs: codec, state: "processing" })
        .where("id", "=", idOf(rendition))
        .where("state", "=", "queued")
        .execute();
    },
    async onSegment(segment: Segment) {
      signal.throwIfAborted();
      const renditionId = idOf(segment.rendition);
      const place = segment.index - firstSegment;
      const row = await db
        .selectFrom("rendition_chunks")
        .select(({ fn }) => fn<number>("cardinality", ["sizes"]).as("known"))
        .where("rendition_id", "=", renditionId)
        .where("chunk", "=", chunk)
        .executeTakeFirst();
      if (!row || row.known <= place) {
        const key = assetKey(transcode, `${segment.rendition}/${segmentFileName(segment.index)}`);
        await storage.put(key, segment.bytes, SEGMENT_TYPE);
        await addClosedCaptions(services, renditionId, segment);
        await sql`
          insert into rendition_chunks as known (rendition_id, chunk, first_segment, sizes, durations)
          values (${renditionId}, ${chunk}, ${firstSegment}, array[${segment.bytes.length}::int], array[${segment.durationSeconds}::float8])
          on conflict (rendition_id, chunk) do update
          set sizes = known.sizes || excluded.sizes, durations = known.durations || excluded.durations
          where cardinality(known.sizes) = ${place}`.execute(db);
      }
      // Also for a segment that is listed already: the run that listed it may have died before this.
      if (segment.index === 0) await markPlayable(services, transcode);
    },
  };
}

/** The same, for tools that begin before the rows of the renditions are stored: what they make waits for those. */
export function awaitingSink(
  services: Services,
  transcode: Transcode,
  renditions: Promise<RenditionIds>,
  signal: AbortSignal,
): SegmentSink {
  const sink = renditions.then((ids) => storingSink(services, transcode, ids, 0, 0, signal));
  // The run reports a rejection; it may end before it reads this promise.
  sink.catch(() => undefined);
  return {
    onInit: async (init) => (await sink).onInit(init),
    onSegment: async (segment) => (await sink).onSegment(segment),
  };
}

/** Adds the captions within a segment's pictures to its rendition's. */
async function addClosedCaptions({ db }: Services, renditionId: number, { bytes }: Segment): Promise<void> {
  const found = findClosedCaptions(bytes);
  if (found.length === 0) return;
  await sql`
    update renditions set closed_captions = array(select distinct unnest(closed_captions || ${found}::text[]))
    where id = ${renditionId} and not coalesce(closed_captions @> ${found}::text[], false)`.execute(db);
}

/** How many segments of a chunk all of these renditions have: where its encode resumes. */
export async function segmentsDone({ db }: Services, renditions: readonly number[], chunk: number): Promise<number> {
  const rows = await db
    .selectFrom("rendition_chunks")
    .select(({ fn }) => fn<number>("cardinality", ["sizes"]).as("known"))
    .where("rendition_id", "in", [...renditions])
    .where("chunk", "=", chunk)
    .execute();
  return rows.length < renditions.length ? 0 : Math.min(...rows.map(({ known }) => known));
}

/** The init segments already stored, which a later run must reproduce. */
export async function storedInits(
  { storage }: Services,
  transcode: Transcode,
  labels: Iterable<string>,
): Promise<Map<string, Buffer>> {
  const inits = new Map<string, Buffer>();
  for (const label of labels) {
    const key = assetKey(transcode, `${label}/init.mp4`);
    if (!(await storage.stat(key))) continue;
    const { stream } = await storage.get(key);
    inits.set(label, Buffer.concat(await stream.toArray()));
  }
  return inits;
}

/** Adds the time of an encoder run to its renditions. */
export async function addEncodeTime(
  { db }: Services,
  renditions: readonly number[],
  milliseconds: number,
): Promise<void> {
  await db
    .updateTable("renditions")
    .set({ encode_seconds: sql<number>`coalesce(encode_seconds, 0) + ${milliseconds / 1_000}` })
    .where("id", "in", [...renditions])
    .execute();
}
