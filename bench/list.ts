import { Agent, get } from "node:http";
import type { Schema } from "@kinora/db/schema.ts";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { findPage } from "../apps/server/src/videos/queries.ts";
import { readVideos } from "../apps/server/src/videos/rows.ts";
import type { Benchmark } from "./benchmark.ts";
import { print, round } from "./figure.ts";
import { COMMON_WORD, fillProjects, RARE_WORD, type FullProject } from "./list-project.ts";
import { startProduct, type Product } from "./product.ts";
import { alternate, median, quantile } from "./rounds.ts";

const SIZES = [10_000, 1_000_000];
const PER_PAGE = 30;
const ROUNDS = 5;
const REQUESTS = 25;

interface Page {
  what: string;
  page: (project: FullProject) => number;
  search: string | null;
}

const pages: Page[] = [
  { what: "first page", page: () => 1, search: null },
  { what: "deep page", page: ({ videos }) => Math.floor(videos / PER_PAGE / 2), search: null },
  { what: "search, one match", page: () => 1, search: RARE_WORD },
  { what: "search, one in a thousand", page: () => 1, search: "course 123 " },
  { what: "search, every title matches", page: () => 1, search: COMMON_WORD },
  { what: "search, two letters", page: () => 1, search: "zz" },
];

/** The list of a project's videos, over HTTP with an API key, beside the same SQL without a product around it. */
export const list: Benchmark = {
  what: "GET /projects/{id}/videos with an API key, one request after the other",
  async run(cleanUp) {
    const product = await startProduct(cleanUp);
    const projects = await fillProjects(product.kinora.databaseUrl, product.project.accountId, SIZES);
    const figures = new Map<string, { median: number; p99: number }>();
    for (const project of projects) {
      for (const page of pages) {
        const ask = await caller(cleanUp, product, project, page);
        const replay = await sameQueries(cleanUp, product, project, page);
        await ask();
        await replay();
        const latencies: number[] = [];
        const times = await alternate(ROUNDS, {
          ours: () => perRequest(ask, latencies),
          ceiling: () => perRequest(replay, []),
        });
        const what = `${page.what} of ${project.videos} videos`;
        figures.set(what, { median: median(times.ours), p99: quantile(latencies, 0.99) });
        print({
          what,
          ours: median(times.ours),
          unit: "ms",
          beside: { what: "its SQL alone", value: median(times.ceiling) },
          better: "lower",
          goal: "ratio ≥ 0.5",
          rounds: ROUNDS,
        });
        console.log(`    p99 ${round(quantile(latencies, 0.99))} ms of ${latencies.length} requests`);
      }
    }
    for (const { what } of pages) {
      const [small, large] = projects.map(({ videos }) => figures.get(`${what} of ${videos} videos`));
      if (!small || !large) continue;
      console.log(
        `  ${what}: 1 M beside 10 k videos: median × ${round(large.median / small.median)}, p99 × ${round(large.p99 / small.p99)} | goal p99 ≤ 1.2`,
      );
    }
  },
};

/** Milliseconds per request over one round. */
async function perRequest(ask: () => Promise<unknown>, latencies: number[]): Promise<number> {
  const began = performance.now();
  for (let asked = 0; asked < REQUESTS; asked += 1) {
    const at = performance.now();
    await ask();
    latencies.push(performance.now() - at);
  }
  return (performance.now() - began) / REQUESTS;
}

let places = 1;

/** Asks as another address each, since the API lets one address ask 3,000 times a minute. */
async function caller(
  cleanUp: AsyncDisposableStack,
  { kinora }: Product,
  project: FullProject,
  page: Page,
): Promise<() => Promise<void>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  cleanUp.defer(() => agent.destroy());
  places += 1;
  const url = new URL(`/projects/${project.projectId}/videos`, kinora.urls.api);
  url.hostname = "127.0.0.1";
  url.search = new URLSearchParams({
    type: "completed",
    page: String(page.page(project)),
    per_page: String(PER_PAGE),
    ...(page.search === null ? {} : { search: page.search }),
  }).toString();
  const options = { agent, headers: project.headers, localAddress: `127.0.0.${places}` };
  return () =>
    new Promise((done, fail) => {
      get(url, options, (response) => {
        if (response.statusCode !== 200) fail(new Error(`The list was answered with ${response.statusCode}.`));
        response.resume().once("end", () => done());
      }).once("error", fail);
    });
}

/** The statements the list runs, written down once and then sent by the bare client, rows thrown away. */
async function sameQueries(
  cleanUp: AsyncDisposableStack,
  { kinora }: Product,
  project: FullProject,
  page: Page,
): Promise<() => Promise<void>> {
  const statements: { text: string; values: unknown[] }[] = [];
  const pool = new pg.Pool({ connectionString: kinora.databaseUrl, max: 1 });
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push({ text: query.sql, values: [...query.parameters] }),
  });
  const filter = {
    projectId: project.projectId,
    list: "completed",
    order: "desc",
    search: page.search,
    published: null,
    userId: null,
  } as const;
  const { ids } = await findPage(db, filter, { page: page.page(project), perPage: PER_PAGE });
  await readVideos(db, ids);
  await db.destroy();
  const client = new pg.Client({ connectionString: kinora.databaseUrl });
  await client.connect();
  cleanUp.defer(() => client.end());
  return async () => {
    for (const { text, values } of statements) await client.query(text, values);
  };
}
