import { selectOrdered, updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { addPerson, PASSWORD, sharedSignIn, TestBrowser } from "./testing.ts";

const world = await sharedSignIn();

interface Shown {
  id: string;
  current: boolean;
  country: string | null;
}

async function aPerson(name: string) {
  const email = `${name}@example.com`;
  const id = await addPerson(world.services, email);
  const signedIn = async () => {
    const browser = new TestBrowser(world);
    await browser.ask("/sign-in", { email, password: PASSWORD });
    return browser;
  };
  return { id, signedIn };
}

const sessionsOf = async (browser: TestBrowser) => (await browser.ask("/profile")).body["sessions"] as Shown[];
const end = (browser: TestBrowser, id = "") =>
  browser.ask(`/profile/sessions${id && `/${id}`}`, undefined, "DELETE").then(({ status }) => status);

test("a person sees and ends their own sessions only, and the log says that they did", async () => {
  const [person, stranger] = [await aPerson("own"), await aPerson("other")];
  const [here, there, third] = [await person.signedIn(), await person.signedIn(), await person.signedIn()];
  const foreign = await stranger.signedIn();
  const [foreignSession] = await sessionsOf(foreign);
  expect(await sessionsOf(here)).toHaveLength(3);
  expect(await end(here, foreignSession?.id)).toBe(404);
  expect((await foreign.ask("/profile")).status).toBe(200);

  const current = (await sessionsOf(there)).find((session) => session.current);
  expect(await end(here, current?.id)).toBe(200);
  expect((await there.ask("/profile")).status).toBe(401);
  expect(await end(here, current?.id)).toBe(404);
  expect(await end(here)).toBe(200);
  expect((await third.ask("/profile")).status).toBe(401);
  expect(await sessionsOf(here)).toMatchObject([{ current: true }]);
  expect((await foreign.ask("/profile")).status).toBe(200);
  const lines = await selectOrdered(
    world.services,
    "audit_log",
    "id",
    { object_type: "user", object_id: person.id },
    "action",
  );
  expect(lines.map(({ action }) => action)).toEqual(["user.session_ended", "user.other_sessions_ended"]);
});

test("a session has the country of its address, where that is known", async () => {
  const person = await aPerson("traveller");
  const browser = await person.signedIn();
  await updateRows(world.services, "login_sessions", { user_id: person.id }, { ip: "8.8.8.8" });
  await person.signedIn();
  const countries = (await sessionsOf(browser)).map(({ country }) => country);
  expect(countries).toHaveLength(2);
  expect(countries).toEqual(expect.arrayContaining(["United States", null]));
});
