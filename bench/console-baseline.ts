import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { print, type Figure } from "./figure.ts";

const path = join(import.meta.dirname, "console-baseline.json");

/** Says one figure of the console beside the one that was recorded; a figure that is new stands alone. */
export type Report = (
  what: string,
  ours: number,
  goal: string,
  how: Pick<Figure, "unit" | "better" | "detail"> & { rounds?: number },
) => Promise<void> | void;

/** By benchmark: they are run, and recorded, one by one. */
type Baselines = Record<string, { recorded: string; figures: Record<string, number> }>;

/**
 * Holds figures against those of console-baseline.json, and rewrites that file where KINORA_BENCH_RECORD is set, so
 * that changes are shown beside the recorded figures.
 */
export async function againstBaseline(benchmark: string): Promise<{ report: Report; record: () => Promise<void> }> {
  const baseline = (await readBaselines())[benchmark];
  const figures: Record<string, number> = {};
  return {
    report(what, ours, goal, { rounds = 1, ...how }) {
      const before = baseline?.figures[what];
      figures[what] = Number(ours.toPrecision(4));
      const beside = before === undefined ? null : { what: `recorded ${baseline?.recorded}`, value: before };
      print({ ...how, what, ours, beside, goal, rounds });
    },
    async record() {
      if (!process.env["KINORA_BENCH_RECORD"]) return;
      const recorded = new Date().toISOString().slice(0, 10);
      const all: Baselines = { ...(await readBaselines()), [benchmark]: { recorded, figures } };
      await writeFile(path, `${JSON.stringify(all, null, 2)}\n`);
      console.log(`  recorded in ${path}`);
    },
  };
}

const readBaselines = async () => JSON.parse(await readFile(path, "utf8")) as Baselines;
