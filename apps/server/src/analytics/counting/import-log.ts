import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Services } from "../../context.ts";
import type { CountryDatabase } from "../../platform/http/countries.ts";
import { pathDelivery } from "../../playback/delivered-kind.ts";
import { RequestingPages } from "../../playback/requesting-page.ts";
import { addDeliveries, type Delivered, type DeliverySums } from "./add-deliveries.ts";

const BATCH_LINES = 5_000;
const HOUR_MS = 3_600_000;
/** Younger than the ids of lines are kept: an older line could not be told from one that was counted. */
const OLDEST_MS = 6 * 24 * HOUR_MS;
const FIRST_ERROR = 400;
/** What the cache sent from what it had stored. Where the log does not count all, the edge counts the other requests. */
const STORED = new Set(["HIT", "STALE", "UPDATING", "REVALIDATED"]);

const logLine = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  time: z.iso.datetime({ offset: true }),
  uri: z.string(),
  status: z.int(),
  bytes: z.int().min(0),
  cache: z.string(),
  /** "log" where the edge left the request to this log; absent in the format of earlier releases. */
  counted: z.string().optional(),
  address: z.string(),
  referer: z.string().optional(),
});
type LogLine = z.output<typeof logLine>;

/** What came of an import, in lines. */
export interface ImportedLog {
  counted: number;
  bytes: number;
  /** Counted by an import before. */
  known: number;
  /** The edge counted them, or they are of nothing that is counted. */
  others: number;
  tooOld: number;
  unreadable: number;
}

/**
 * Adds what a cache in front of the edge sent, by its log: every answer where the cache names itself to the edge, otherwise what
 * came from its store. A line that is imported again counts nothing.
 */
export async function importDeliveryLog(
  { db, clock, countries, config }: Pick<Services, "db" | "clock" | "countries" | "config">,
  lines: AsyncIterable<string>,
): Promise<ImportedLog> {
  const known = { geo: await countries.open(), pages: new RequestingPages(config.urls.edge) };
  const result: ImportedLog = { counted: 0, bytes: 0, known: 0, others: 0, tooOld: 0, unreadable: 0 };
  const since = clock.now().getTime() - OLDEST_MS;
  let batch: LogLine[] = [];
  for await (const text of lines) {
    if (text.trim() === "") continue;
    const line = readLine(text);
    if (!line) result.unreadable += 1;
    else if (!countsHere(line) || line.status >= FIRST_ERROR) result.others += 1;
    else if (Date.parse(line.time) < since) result.tooOld += 1;
    else batch.push(line);
    if (batch.length < BATCH_LINES) continue;
    await importBatch(db, known, batch, result);
    batch = [];
  }
  if (batch.length > 0) await importBatch(db, known, batch, result);
  return result;
}

const countsHere = ({ cache, counted }: LogLine): boolean => counted === "log" || STORED.has(cache);

function readLine(text: string): LogLine | null {
  try {
    return logLine.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** What says where an answer went. */
interface Known {
  geo: CountryDatabase;
  pages: RequestingPages;
}

async function importBatch(db: Database, known: Known, lines: readonly LogLine[], result: ImportedLog): Promise<void> {
  const items = await findItems(db, lines);
  const deliveries = lines.flatMap((line) => {
    const delivered = deliveredBy(line, items, known);
    return delivered ? [{ line, delivered }] : [];
  });
  result.others += lines.length - deliveries.length;
  if (deliveries.length === 0) return;
  const ids = [...new Set(deliveries.map(({ line }) => line.id))].toSorted();
  const fresh = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into counted_batches (id) select id from unnest(${ids}::uuid[]) as t (id) order by id
      on conflict do nothing returning replace(id::text, '-', '') as id`.execute(tx);
    const unseen = new Set(rows.map(({ id }) => id));
    const counted = deliveries.filter(({ line }) => unseen.delete(line.id));
    if (counted.length > 0) await addDeliveries(tx, sumsOf(counted));
    return counted;
  });
  result.counted += fresh.length;
  result.known += deliveries.length - fresh.length;
  result.bytes += fresh.reduce((sum, { line }) => sum + line.bytes, 0);
}

/** Videos and livestreams by public id. */
async function findItems(db: Database, lines: readonly LogLine[]): Promise<Map<string, Delivered["item"]>> {
  const hashes = [...new Set(lines.flatMap(({ uri }) => pathDelivery(uri)?.hash ?? []))];
  const { rows } = await sql<{ kind: "video" | "stream"; id: number; project_id: number; hash: string }>`
    select 'video' as kind, id, project_id, hash from videos where hash = any(${hashes}::text[])
    union all
    select 'stream', id, project_id, hash from streams where hash = any(${hashes}::text[])`.execute(db);
  return new Map(rows.map(({ hash, kind, id, project_id: projectId }) => [hash, { kind, id, projectId }]));
}

function deliveredBy(
  { uri, address, referer }: LogLine,
  items: ReadonlyMap<string, Delivered["item"]>,
  { geo, pages }: Known,
): Delivered | null {
  const path = pathDelivery(uri);
  const item = path && items.get(path.hash);
  if (!item) return null;
  return { item, ...path[item.kind], ...pages.of(referer), country: geo.of(address) ?? "" };
}

function sumsOf(counted: readonly { line: LogLine; delivered: Delivered }[]): DeliverySums[] {
  const sums = new Map<string, DeliverySums>();
  for (const { line, delivered } of counted) {
    const hour = new Date(Math.floor(Date.parse(line.time) / HOUR_MS) * HOUR_MS);
    const key = JSON.stringify([hour, delivered]);
    const known = sums.get(key) ?? { ...delivered, hour, requests: 0, bytes: 0, cached: 0 };
    known.requests += 1;
    if (STORED.has(line.cache)) known.cached += 1;
    known.bytes += line.bytes;
    sums.set(key, known);
  }
  return [...sums.values()];
}
