import { fillProjects, RARE_WORD, COMMON_WORD, type FullProject } from "../apps/server/src/testing/full-project.ts";
import type { Benchmark } from "./benchmark.ts";
import { print, round } from "./figure.ts";
import { everyFilterAndOrder, printEveryList } from "./list-matrix.ts";
import { caller, sameQueries, type ListPage } from "./list-requests.ts";
import { startProduct, type Product } from "./product.ts";
import { alternate, median, quantile } from "./rounds.ts";

/** The goal of a whole list, whatever its size. */
const WHOLE_LIST_GOAL_MS = 10;
const PER_PAGE = 30;
const ROUNDS = 5;
const REQUESTS = 25;

const pages: Record<string, (project: FullProject) => ListPage> = {
  "first page": () => ({ filter: {}, sort: null, page: 1 }),
  "deep page": ({ videos }) => ({ filter: {}, sort: null, page: Math.floor(videos / PER_PAGE / 2) }),
  "search, one match": () => ({ filter: { search: RARE_WORD }, sort: null, page: 1 }),
  "search, one in a thousand": () => ({ filter: { search: "course 123 " }, sort: null, page: 1 }),
  "search, every title matches": () => ({ filter: { search: COMMON_WORD }, sort: null, page: 1 }),
  "search, two letters": () => ({ filter: { search: "zz" }, sort: null, page: 1 }),
};

/**
 * The list of a project with that many videos, over HTTP with an API key, beside the same SQL without a product around it.
 * @param goalMs of every filter in every order
 */
const listOf = (videos: number, goalMs: number): Benchmark => ({
  what: `GET /projects/{id}/videos with an API key, one request after the other, of ${videos} videos`,
  async run(cleanUp) {
    const product = await startProduct(cleanUp);
    const [project] = await fillProjects(product.kinora.databaseUrl, product.project.accountId, [videos]);
    if (!project) throw new Error("The project was not made.");
    for (const [name, page] of Object.entries(pages)) await besideItsQueries(cleanUp, product, project, name, page);
    printEveryList(await everyFilterAndOrder(cleanUp, product, project), videos, goalMs);
  },
});

export const list = listOf(100_000, 30);
export const listMillion = listOf(1_000_000, 200);

async function besideItsQueries(
  cleanUp: AsyncDisposableStack,
  product: Product,
  project: FullProject,
  name: string,
  page: (project: FullProject) => ListPage,
): Promise<void> {
  const ask = caller(cleanUp, product, project, page(project), PER_PAGE);
  const replay = await sameQueries(cleanUp, product, project, page(project), PER_PAGE);
  // Both have been everywhere once before they are measured.
  for (let warm = 0; warm < REQUESTS; warm += 1) await ask();
  await replay();
  const latencies: number[] = [];
  const times = await alternate(ROUNDS, {
    ours: () => perRequest(ask, latencies),
    ceiling: () => perRequest(replay, []),
  });
  print({
    what: `${name} of ${project.videos} videos`,
    ours: median(times.ours),
    unit: "ms",
    beside: { what: "its SQL alone", value: median(times.ceiling) },
    better: "lower",
    goal: "ratio ≥ 0.5",
    rounds: ROUNDS,
  });
  const p95 = quantile(latencies, 0.95);
  const goal = name.endsWith("page")
    ? ` | goal ≤ ${WHOLE_LIST_GOAL_MS} ms: ${p95 <= WHOLE_LIST_GOAL_MS ? "kept" : "NOT KEPT"}`
    : "";
  console.log(`    p95 ${round(p95)} ms of ${latencies.length} requests${goal}`);
}

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
