import { fillProjects, RARE_WORD, COMMON_WORD, type FullProject } from "../apps/server/src/testing/full-project.ts";
import type { Benchmark } from "./benchmark.ts";
import { print, round } from "./figure.ts";
import { everyFilterAndOrder, printGrowth } from "./list-matrix.ts";
import { caller, sameQueries, type ListPage } from "./list-requests.ts";
import { startProduct, type Product } from "./product.ts";
import { alternate, median, quantile } from "./rounds.ts";

const SIZES = [10_000, 1_000_000];
const PER_PAGE = 30;
const ROUNDS = 5;
const REQUESTS = 25;

const pages: Record<string, (project: FullProject) => ListPage> = {
  "first page": () => ({ narrowing: {}, sort: null, page: 1 }),
  "deep page": ({ videos }) => ({ narrowing: {}, sort: null, page: Math.floor(videos / PER_PAGE / 2) }),
  "search, one match": () => ({ narrowing: { search: RARE_WORD }, sort: null, page: 1 }),
  "search, one in a thousand": () => ({ narrowing: { search: "course 123 " }, sort: null, page: 1 }),
  "search, every title matches": () => ({ narrowing: { search: COMMON_WORD }, sort: null, page: 1 }),
  "search, two letters": () => ({ narrowing: { search: "zz" }, sort: null, page: 1 }),
};

/** The list of a project's videos, over HTTP with an API key, beside the same SQL without a product around it. */
export const list: Benchmark = {
  what: "GET /projects/{id}/videos with an API key, one request after the other",
  async run(cleanUp) {
    const product = await startProduct(cleanUp);
    const projects = await fillProjects(product.kinora.databaseUrl, product.project.accountId, SIZES);
    for (const [name, page] of Object.entries(pages)) await besideItsQueries(cleanUp, product, projects, name, page);
    const [small, large] = projects;
    if (small && large) printGrowth(await everyFilterAndOrder(cleanUp, product, [small, large]));
  },
};

async function besideItsQueries(
  cleanUp: AsyncDisposableStack,
  product: Product,
  projects: readonly FullProject[],
  name: string,
  page: (project: FullProject) => ListPage,
): Promise<void> {
  const figures: { median: number; p99: number }[] = [];
  for (const project of projects) {
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
    figures.push({ median: median(times.ours), p99: quantile(latencies, 0.99) });
    print({
      what: `${name} of ${project.videos} videos`,
      ours: median(times.ours),
      unit: "ms",
      beside: { what: "its SQL alone", value: median(times.ceiling) },
      better: "lower",
      goal: "ratio ≥ 0.5",
      rounds: ROUNDS,
    });
    console.log(`    p99 ${round(quantile(latencies, 0.99))} ms of ${latencies.length} requests`);
  }
  const [small, large] = figures;
  if (small && large)
    console.log(
      `  ${name}: 1 M beside 10 k videos: median × ${round(large.median / small.median)}, p99 × ${round(large.p99 / small.p99)} | goal p99 ≤ 1.2`,
    );
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
