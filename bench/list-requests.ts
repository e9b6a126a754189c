import { Agent, get, type RequestOptions } from "node:http";
import { videoSelection } from "@kinora/contract/videos/video-filter.ts";
import type { Schema } from "@kinora/db/schema.ts";
import type { VideoSort } from "@kinora/domain/videos/library.ts";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { bounded } from "../apps/server/src/platform/lists/bounded-read.ts";
import { findListPage } from "../apps/server/src/platform/lists/list-page.ts";
import type { FilterInput } from "../apps/server/src/testing/filter-samples.ts";
import type { FullProject } from "../apps/server/src/testing/full-project.ts";
import { findPage } from "../apps/server/src/videos/lists/queries.ts";
import { videoList } from "../apps/server/src/videos/lists/selection.ts";
import { readVideos } from "../apps/server/src/videos/rows.ts";
import { makeApiKeys } from "./api-keys.ts";
import type { Product } from "./product.ts";

/** One page of a project's finished videos. */
export interface ListPage {
  filter: FilterInput;
  /** Null for the list's own order. */
  sort: VideoSort | null;
  page: number;
}

/** More than one key may ask for in a minute is asked for in each. */
const KEYS = 50;

/** Asks for a page of a list. False: it was refused, as it takes too long. */
export type Ask = (list: ListPage, per_page: number) => () => Promise<boolean>;

/**
 * Who asks for a project's lists: for each over a connection of its own, as another address, with the next of many keys. The API counts
 * the requests of addresses and of keys.
 */
export async function makeCallers(cleanUp: AsyncDisposableStack, product: Product, project: FullProject): Promise<Ask> {
  const keys = await makeApiKeys(product, KEYS, project.projectId);
  let made = 0;
  return (list, per_page) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    cleanUp.defer(() => agent.destroy());
    const localAddress = `127.0.${1 + Math.floor(made / 250)}.${1 + (made % 250)}`;
    const headers = { authorization: `Bearer ${keys[made % keys.length]}` };
    made += 1;
    return () => answered(addressOf(product, project, list, per_page), { agent, headers, localAddress });
  };
}

function addressOf(
  { kinora }: Product,
  { projectId }: FullProject,
  { filter, sort, page }: ListPage,
  per_page: number,
): URL {
  const url = new URL(`/projects/${projectId}/videos`, kinora.urls.api);
  url.hostname = "127.0.0.1";
  const query = new URLSearchParams({ type: "completed", page: String(page), per_page: String(per_page) });
  if (sort) query.set("sort", sort);
  for (const [field, value] of Object.entries(filter)) {
    if (Array.isArray(value)) for (const each of value) query.append(`${field}[]`, String(each));
    else query.set(field, String(value));
  }
  url.search = query.toString();
  return url;
}

function answered(url: URL, options: RequestOptions): Promise<boolean> {
  return new Promise((done, fail) => {
    get(url, options, (response) => {
      const { statusCode } = response;
      if (statusCode !== 200 && statusCode !== 503) fail(new Error(`The list was answered with ${statusCode}.`));
      response.resume().once("end", () => done(statusCode === 200));
    }).once("error", fail);
  });
}

/** The statements a page takes, written down once and then sent by the bare client, rows thrown away. */
export async function sameQueries(
  cleanUp: AsyncDisposableStack,
  { kinora }: Product,
  { projectId }: FullProject,
  { filter, sort, page }: ListPage,
  per_page: number,
): Promise<() => Promise<void>> {
  const statements: { text: string; values: unknown[] }[] = [];
  const pool = new pg.Pool({ connectionString: kinora.databaseUrl, max: 1 });
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push({ text: query.sql, values: [...query.parameters] }),
  });
  const whole = sort === null && Object.keys(filter).length === 0;
  const selection = videoSelection.parse({ type: "completed", ...filter });
  const list = videoList(
    selection,
    { projectId, userId: null, trashDays: 0, trashedAfter: new Date() },
    sort ?? "-created",
  );
  const { ids } = whole
    ? await findPage(db, { projectId, list: "completed", order: "desc" }, { page, per_page })
    : await bounded(db, (tx) => findListPage(tx, list, { page, per_page }));
  await readVideos(db, ids.map(Number));
  await db.destroy();
  const client = new pg.Client({ connectionString: kinora.databaseUrl });
  await client.connect();
  cleanUp.defer(() => client.end());
  return async () => {
    for (const { text, values } of statements) await client.query(text, values);
  };
}
