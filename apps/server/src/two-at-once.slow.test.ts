import { afterAll, describe, expect, test } from "vitest";
import { COLLISION } from "./platform/database/database-away.ts";
import { someThings } from "./testing/access-things.ts";
import { atOnce } from "./testing/at-once.ts";
import { operations, type Answer, sharedApi } from "./testing/operations.ts";
import { ownSets, type Rows } from "./testing/rows-for-calls.ts";
import { tenantState } from "./testing/tenant-state.ts";

type Operation = (typeof operations)[number];

const { services, api, root } = await sharedApi();
let nextRows = ownSets(services);

/** A call of an operation with its sample input by someone who may make it. */
const callOf =
  ({ operation, access, sample }: Operation, { project, things }: Rows) =>
  (): Promise<Answer> =>
    api.call(operation, sample(things), access.who === "superuser" ? root : project.owner);

const expectAnswered = (answers: readonly Answer[]) => {
  for (const { statusCode, body } of answers) {
    expect(statusCode, body).toBeLessThan(500);
    // The last net for what no service foresaw: here each has foreseen it.
    expect(body).not.toContain(COLLISION);
  }
};

/** The path up to the last row that it names; null for a path that names none. */
const rowPath = (operation: Operation["operation"]): string | null =>
  /^.*\{\w+\}/.exec(operation["~orpc"].route.path ?? "")?.[0] ?? null;

const writing = operations.filter(({ operation }) => operation["~orpc"].route.method !== "GET");

/** Operations below a path with this many are those of a whole project or account, and have no row in common. */
const MEMBERS = 15;

/** What changes a row as a whole, or else the first that writes to it, and what deletes it. */
function siblingsOf({ name, operation }: Operation): Operation[] {
  const path = rowPath(operation);
  const others = writing.filter((other) => rowPath(other.operation) === path && other.name !== name);
  const exact = (method: string) =>
    others.find(({ operation: other }) => {
      const { route } = other["~orpc"];
      return route.method === method && route.path === path;
    });
  const change = exact("PUT") ?? exact("PATCH") ?? (others.length < MEMBERS ? others[0] : undefined);
  const deletion = exact("DELETE");
  return [...new Set([change, deletion])].filter((one) => one !== undefined);
}

describe.each(writing)("$name", (called) => {
  // It changes the built-in roles of every account there is: sets that were inserted before differ from those after.
  if (called.name === "advanced.changeRoleTemplate")
    afterAll(() => {
      nextRows = ownSets(services);
    });

  test("made twice at the same moment gets two documented answers", async () => {
    const rows = await nextRows();
    expectAnswered(await atOnce(services.db, [callOf(called, rows), callOf(called, rows)]));
  });

  test("made on two rows of one project at the same moment gets two documented answers", async () => {
    const one = await nextRows();
    const other = { project: one.project, things: await someThings(services, one.project) };
    expectAnswered(await atOnce(services.db, [callOf(called, one), callOf(called, other)]));
  });

  test.each(siblingsOf(called))("beside $name has the outcome of one after the other", async (sibling) => {
    const inTurn = async (calls: readonly Operation[]) => {
      const rows = await nextRows();
      for (const each of calls) await callOf(each, rows)();
      return tenantState(services.db, rows.project);
    };
    const rows = await nextRows();
    const answers = await atOnce(services.db, [callOf(called, rows), callOf(sibling, rows)]);
    expectAnswered(answers);
    const state = await tenantState(services.db, rows.project);
    // One that is refused because of the other has changed nothing.
    const orders = [[called, sibling], [sibling, called], [called], [sibling]].filter(
      (order) => order.length === 2 || answers.some(({ statusCode }) => statusCode >= 400),
    );
    const outcomes: string[][] = [];
    for (const order of orders) outcomes.push(await inTurn(order));
    const isOne = outcomes.some((outcome) => outcome.join("\n") === state.join("\n"));
    if (!isOne) expect(state, answers.map(({ body }) => body).join("\n")).toEqual(outcomes[0]);
    expect(isOne).toBe(true);
  });
});
