import { insertRow } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { recoverPerson } from "./recover-person.ts";
import { aSignedInPerson, PASSWORD, sharedSignIn, type TestBrowser } from "./testing.ts";

const world = await sharedSignIn();

interface Page {
  data: { id: number; type: string; by: string; ip: string | null; values: object[] }[];
  more: boolean;
}

const aPerson = (name: string) => aSignedInPerson(world, `${name}@example.com`);

const pageOf = async (browser: TestBrowser, query = "") => {
  const { status, body } = await browser.ask(`/profile/security-events${query}`);
  expect(status).toBe(200);
  return body as unknown as Page;
};
const typesOf = ({ data }: Page) => data.map(({ type }) => type);

/** An entry of the audit log about a person. */
const record = (objectId: number, action: string, { type = "user", actor = {}, changes = {} } = {}) =>
  insertRow(world.services, "audit_log", {
    action,
    object_type: type,
    object_id: objectId,
    actor: JSON.stringify(actor),
    changes: JSON.stringify(changes),
    ip: "198.51.100.7",
  });

test("a person sees what they and others changed about their sign-in, newest first, and nothing of another person", async () => {
  const [person, stranger] = [await aPerson("own"), await aPerson("other")];
  const { browser } = person;
  await browser.ask("/profile/sessions", undefined, "DELETE");
  await stranger.browser.ask("/profile/password", { current_password: PASSWORD, password: "amber lantern walks" });
  const change = { current_password: PASSWORD, password: "quiet river bends" };
  expect((await browser.ask("/profile/password", change)).status).toBe(200);
  await record(person.id, "user.blocked_everywhere", {
    actor: { kind: "user", user_id: stranger.id, as: "superuser" },
    changes: { status: ["active", "blocked"], reason: "A secret reason" },
  });
  // Not about the sign-in, or not about the person.
  await record(person.id, "user.set_role", { changes: { role: ["Viewer", "Editor"] } });
  await record(person.id, "user.password_change", { type: "account" });

  const page = await pageOf(browser);
  expect(page).toMatchObject({
    data: [
      { type: "user.blocked_everywhere", by: "superuser", ip: null, country: null, values: [] },
      { type: "user.password_change", by: "person", ip: expect.any(String), values: [] },
      { type: "user.other_sessions_ended", by: "person" },
    ],
    more: false,
  });
  expect(page.data).toHaveLength(3);
  expect(JSON.stringify(page)).not.toContain("secret reason");
  expect(typesOf(await pageOf(stranger.browser))).toEqual(["user.password_change"]);
});

test("events are read page by page, each once; an event of another person is only a place to begin", async () => {
  const [person, stranger] = [await aPerson("pages"), await aPerson("between")];
  const actor = { kind: "user", user_id: person.id };
  const ids: number[] = [];
  for (const name of ["A", "B", "C", "D", "E"]) {
    ids.unshift((await record(person.id, "user.passkey_added", { actor, changes: { name } })).id);
    await record(stranger.id, "user.passkey_added", { changes: { name: "Foreign" } });
  }
  const idsOf = async (query: string) => {
    const { data, more } = await pageOf(person.browser, query);
    return { ids: data.map(({ id }) => id), more };
  };
  expect(await idsOf("?per_page=2")).toEqual({ ids: ids.slice(0, 2), more: true });
  expect(await idsOf(`?per_page=2&before=${ids[1]}`)).toEqual({ ids: ids.slice(2, 4), more: true });
  expect(await idsOf(`?per_page=2&before=${ids[3]}`)).toEqual({ ids: ids.slice(4), more: false });
  expect(await idsOf(`?per_page=2&before=${ids[4]}`)).toEqual({ ids: [], more: false });
  // A page that ends with the last event has none after it.
  expect(await idsOf("?per_page=5")).toEqual({ ids, more: false });
  const { data: foreign } = await pageOf(stranger.browser, "?per_page=1");
  expect(await idsOf(`?before=${foreign[0]?.id}`)).toEqual({ ids, more: false });
  const [newest] = (await pageOf(person.browser, "?per_page=1")).data;
  expect(newest?.values).toEqual([{ name: "name", before: null, after: "E" }]);
});

test("what the operator did is named as theirs, and who is not signed in sees no events", async () => {
  const { email, browser } = await aPerson("lost");
  const { link } = await recoverPerson(world.services, email);
  expect((await browser.ask("/profile/security-events")).status).toBe(401);
  const token = new URL(link).searchParams.get("token");
  await browser.ask("/reset", { token, password: "quiet river bends" });
  expect((await pageOf(browser)).data).toMatchObject([
    { type: "user.password_reset", by: "person" },
    { type: "user.recovered", by: "operator", ip: null },
  ]);
});
