import { VIDEO_SORTS } from "@kinora/domain/library.ts";
import { combinedSamples, filterSamples, type Narrowing } from "../apps/server/src/testing/filter-samples.ts";
import type { FullProject } from "../apps/server/src/testing/full-project.ts";
import { round } from "./figure.ts";
import { caller } from "./list-requests.ts";
import type { Product } from "./product.ts";
import { median, quantile } from "./rounds.ts";

const PER_PAGE = 30;
/** Requests to each project before a list is known to be within the goal, or is looked at more closely. */
const TURNS = 15;
/** Requests to each project whose slowest hundredth counts. */
const MORE_TURNS = 100;
const GOAL = 1.2;
const SHOWN = 40;

/** What a list of the large project takes, as multiples of what the same list of the small one takes, and in ms. */
interface Growth {
  what: string;
  median: number;
  p99: number;
  milliseconds: number;
  closely: boolean;
  /** What as many requests as each list is asked at least took. */
  first: Pair<number[]>;
}

const uses = (project: FullProject): Record<string, Narrowing> => ({
  "no filter": {},
  ...Object.fromEntries(Object.values(filterSamples(project)).flatMap((each) => Object.entries(each))),
  ...combinedSamples(project),
});

/**
 * Every filter of the contract in every order it offers, or those whose name `wanted` finds, in a small and a large project in
 * turns, so that noise hits both alike. The slowest of a few requests says more about the machine than about the list, so
 * lists that look slower than the goal in those are asked for so often that their p99 means something.
 */
export async function everyFilterAndOrder(
  cleanUp: AsyncDisposableStack,
  product: Pick<Product, "kinora">,
  [small, large]: readonly [FullProject, FullProject],
  wanted = /./,
): Promise<Growth[]> {
  const growth: Growth[] = [];
  for (const use of Object.keys(uses(small)).filter((name) => wanted.test(name))) {
    for (const sort of VIDEO_SORTS) {
      const ask = (project: FullProject) =>
        caller(cleanUp, product, project, { narrowing: uses(project)[use] ?? {}, sort, page: 1 }, PER_PAGE);
      growth.push(await compare(`${use}, by ${sort}`, ask(small), ask(large)));
    }
  }
  return growth;
}

async function compare(what: string, small: () => Promise<void>, large: () => Promise<void>): Promise<Growth> {
  const times = { small: [] as number[], large: [] as number[] };
  // Both have been there before they are measured.
  await inTurns(2, { small, large }, { small: [], large: [] });
  await inTurns(TURNS, { small, large }, times);
  const closely = grown(times, 0.5) > GOAL || grown(times, 0.9) > GOAL;
  const first = { small: [...times.small], large: [...times.large] };
  if (closely) await inTurns(MORE_TURNS - TURNS, { small, large }, times);
  return {
    what,
    median: grown(times, 0.5),
    p99: grown(times, 0.99),
    milliseconds: median(times.large),
    closely,
    first,
  };
}

type Pair<Each> = { small: Each; large: Each };

const grown = ({ small, large }: Pair<number[]>, share: number) => quantile(large, share) / quantile(small, share);

/** Asks both once per turn, the other one first in the next. */
async function inTurns(turns: number, ask: Pair<() => Promise<void>>, times: Pair<number[]>): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1)
    for (const side of turn % 2 === 0 ? (["small", "large"] as const) : (["large", "small"] as const)) {
      const at = performance.now();
      await ask[side]();
      times[side].push(performance.now() - at);
    }
}

/** Says how many lists keep the goal, and which do not. */
export function printGrowth(growth: readonly Growth[]): void {
  const kept = (of: (each: Growth) => number) => growth.filter((each) => of(each) <= GOAL).length;
  console.log(
    `  every filter × order, ${growth.length} lists, 1 M beside 10 k videos: median × ${round(median(growth.map((each) => each.median)))}; ` +
      `${kept((each) => each.median)} with a median within × ${GOAL}, ${growth.filter(isKept).length} with a p99 within | goal all`,
  );
  const all = { small: growth.flatMap(({ first }) => first.small), large: growth.flatMap(({ first }) => first.large) };
  console.log(
    `  all of them asked equally often: p99 ${round(quantile(all.large, 0.99))} ms with 1 M, ${round(quantile(all.small, 0.99))} ms with 10 k, × ${round(grown(all, 0.99))}; p95 × ${round(grown(all, 0.95))}; median × ${round(grown(all, 0.5))}`,
  );
  for (const { what, median: times, p99, milliseconds } of growth
    .filter((each) => !isKept(each))
    .toSorted((one, other) => other.median - one.median)
    .slice(0, SHOWN))
    console.log(`    ${what}: median × ${round(times)}, p99 × ${round(p99)}, ${round(milliseconds)} ms`);
}

/** Of a few requests p90 is what the slowest hundredth can be told by. */
const isKept = ({ closely, p99 }: Growth) => !closely || p99 <= GOAL;
