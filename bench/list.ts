import {
  fillProjects,
  RARE_WORD,
  COMMON_WORD,
  SAID_WORD,
  type FullProject,
} from "../apps/server/src/testing/full-project.ts";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { everyFilterAndOrder, printEveryList } from "./list-matrix.ts";
import { makeCallers, sameQueries, type Ask, type ListPage } from "./list-requests.ts";
import { startProduct, type Product } from "./product.ts";
import { alternate, median, quantile } from "./rounds.ts";
import { rounds, sized } from "./sizes.ts";

/** The goal of a whole list, whatever its size. */
const WHOLE_LIST_GOAL_MS = 10;
const PER_PAGE = 30;
/** The goal of two letters. */
const TWO_LETTERS_GOAL_MS = 30;
const ROUNDS = rounds(5);
const REQUESTS = sized(25, 2);

const pages: Record<string, (project: FullProject) => ListPage> = {
  "first page": () => ({ filter: {}, sort: null, page: 1 }),
  "deep page": ({ videos }) => ({ filter: {}, sort: null, page: Math.floor(videos / PER_PAGE / 2) }),
  "search, one match": () => ({ filter: { search: RARE_WORD }, sort: null, page: 1 }),
  "search, one in a thousand": () => ({ filter: { search: "course 123 " }, sort: null, page: 1 }),
  "search, every title matches": () => ({ filter: { search: COMMON_WORD }, sort: null, page: 1 }),
  "search, words that are said": () => ({ filter: { search: `about the ${SAID_WORD}` }, sort: null, page: 1 }),
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
    const asker = await makeCallers(cleanUp, product, project);
    for (const [name, page] of Object.entries(pages))
      await besideItsQueries(cleanUp, product, project, asker, name, page);
    printEveryList(await everyFilterAndOrder(asker, project), videos, goalMs);
  },
});

export const list = listOf(sized(100_000, 2_000), 30);
export const listMillion: Benchmark = { ...listOf(sized(1_000_000, 2_000), 200), onlyByName: true };

async function besideItsQueries(
  cleanUp: AsyncDisposableStack,
  product: Product,
  project: FullProject,
  asker: Ask,
  name: string,
  page: (project: FullProject) => ListPage,
): Promise<void> {
  const ask = asker(page(project), PER_PAGE);
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
  print({
    what: `${name} of ${project.videos} videos, p95 of ${latencies.length} requests`,
    ours: quantile(latencies, 0.95),
    unit: "ms",
    beside: null,
    better: "lower",
    goal: goalOf(name),
    rounds: 1,
  });
}

function goalOf(name: string): string {
  if (name.endsWith("page")) return `≤ ${WHOLE_LIST_GOAL_MS} ms`;
  return name.endsWith("two letters") ? `≤ ${TWO_LETTERS_GOAL_MS} ms` : "none";
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
