import { afterAll, expect, test } from "vitest";
import { bounded } from "../../platform/lists/bounded-read.ts";
import { findListPage } from "../../platform/lists/list-page.ts";
import { aProject } from "../../platform/testing.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import { fillProjects, RARE_WORD } from "../../testing/full-project.ts";
import { rowsRead, StatementSteps } from "../../testing/statement-steps.ts";
import { videosOfAll } from "./list.ts";

const VIDEOS = 100_000;
const FEW = 300;
/** A machine that is busy with other tests refuses nothing. */
const UNHURRIED = { patienceMs: 60_000 };

const services = await sharedServices();
const [old, full] = [await aProject(services), await aProject(services)];
const url = services.config.databaseUrl ?? "";
await fillProjects(url, old.accountId, [FEW]);
await fillProjects(url, full.accountId, [VIDEOS]);
/** The oldest videos of all: they lie at the far end of the list. */
const oldAccount = old.accountId;
const recorded = new StatementSteps(url);
afterAll(() => recorded.close());

test.each([
  ["all", {}],
  ["complete", { state: "completed" }],
  ["failed", { state: "failed" }],
  ["in the trash", { state: "trash" }],
  ["taken down", { taken_down: "true" }],
  ["not taken down", { taken_down: "false" }],
  ["of an old account", { account: 0 }],
  ["failed of an old account", { account: 0, state: "failed" }],
  ["with a rare word", { search: RARE_WORD }],
  ["with words of no video", { search: "no such words at all" }],
  ["with an ID", { search: "0123456789abcdef" }],
] as const)("a page of the videos of all accounts that are %s reads few of them", async (_name, filter) => {
  const request = { state: undefined, ...filter, page: 1, per_page: 30 };
  const list = videosOfAll("account" in filter ? { ...request, account: oldAccount } : request);
  const { answer, steps } = await recorded.of((db) => bounded(db, (tx) => findListPage(tx, list, request), UNHURRIED));
  expect(rowsRead(steps, "videos")).toBeLessThanOrEqual(VIDEOS * 0.1);
  if ("account" in filter && !("state" in filter)) expect(answer.total).toBeGreaterThan(0);
});
