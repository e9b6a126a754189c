import { VIDEO_SORTS } from "@kinora/domain/videos/library.ts";
import { combinedSamples, filterSamples, type FilterInput } from "../apps/server/src/testing/filter-samples.ts";
import type { FullProject } from "../apps/server/src/testing/full-project.ts";
import { print, round } from "./figure.ts";
import type { Ask } from "./list-requests.ts";
import { median, quantile } from "./rounds.ts";
import { rounds } from "./sizes.ts";

const PER_PAGE = 30;
/** Requests for each list after the first, which is not measured. */
const TURNS = rounds(5);
const SHOWN = 30;

/** What the requests for one list took, in ms; a refused one took as long as it was given. */
interface ListTimes {
  what: string;
  milliseconds: number[];
  refused: number;
}

const uses = (project: FullProject): Record<string, FilterInput> => ({
  "no filter": {},
  ...Object.fromEntries(Object.values(filterSamples(project)).flatMap((each) => Object.entries(each))),
  ...combinedSamples(project),
});

/** Times every filter of the contract in every order it offers, over HTTP. */
export async function everyFilterAndOrder(asker: Ask, project: FullProject): Promise<ListTimes[]> {
  const lists: ListTimes[] = [];
  for (const [use, filter] of Object.entries(uses(project))) {
    for (const sort of VIDEO_SORTS) {
      const ask = asker({ filter, sort, page: 1 }, PER_PAGE);
      await ask();
      const list: ListTimes = { what: `${use}, by ${sort}`, milliseconds: [], refused: 0 };
      for (let turn = 0; turn < TURNS; turn += 1) {
        const at = performance.now();
        if (!(await ask())) list.refused += 1;
        list.milliseconds.push(performance.now() - at);
      }
      lists.push(list);
    }
  }
  return lists;
}

/** Prints the p95 of all answered requests beside the goal, how many lists were refused, and the slowest lists. */
export function printEveryList(lists: readonly ListTimes[], videos: number, goalMs: number): void {
  const answered = lists.filter(({ refused }) => refused === 0);
  const all = answered.flatMap(({ milliseconds }) => milliseconds);
  const p95 = quantile(all, 0.95);
  const slow = answered.filter(({ milliseconds }) => median(milliseconds) > goalMs);
  const figure = { unit: "ms", beside: null, better: "lower", rounds: 1 } as const;
  const what = `every filter × order, ${lists.length} lists of ${videos} videos`;
  print({ ...figure, what: `${what}: median`, ours: median(all), goal: "none" });
  print({ ...figure, what: `${what}: p95`, ours: p95, goal: `≤ ${goalMs} ms` });
  const refused = { ...figure, unit: "lists", goal: "none", ours: lists.length - answered.length };
  print({ ...refused, what: `${what}: refused after 2 s` });
  console.log(`    ${slow.length} lists are slower than ${goalMs} ms`);
  for (const { what, milliseconds, refused } of lists
    .toSorted((one, other) => median(other.milliseconds) - median(one.milliseconds))
    .slice(0, SHOWN))
    console.log(
      `    ${what}: median ${round(median(milliseconds))} ms${refused > 0 ? `, ${refused} of ${TURNS} refused` : ""}`,
    );
}
