import { selectOrdered } from "@kinora/db/testing-rows.ts";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { requireSecondFactor } from "../../accounts/security.ts";
import { as, asUser } from "../../platform/testing.ts";
import { accountGrantOf } from "../../testing/fixtures.ts";
import { createPerson } from "../person.ts";
import { CONSOLE, PASSWORD, sharedSignIn, TestBrowser } from "../testing.ts";

const world = await sharedSignIn();

async function anOwner(name: string, account: string) {
  const email = `${name}@example.com`;
  const made = await createPerson(world.services, { email, password: PASSWORD, superuser: false, ownerOf: account });
  const browser = new TestBrowser(world);
  const signIn = () => browser.ask("/sign-in", { email, password: PASSWORD, redirect: `${CONSOLE}/video` });
  const { body } = await signIn();
  await browser.follow(String(body["next"]));
  return { id: made.user.id, accountId: made.account?.id ?? 0, browser, signIn };
}

const who = async (browser: TestBrowser) =>
  ((await (await browser.fetch(`${world.api}/who`)).json()) as { user_id: number | null }).user_id;

async function setUp(browser: TestBrowser): Promise<string> {
  const { body } = await browser.ask("/profile/totp/begin", { current_password: PASSWORD });
  const timestamp = world.services.clock.now().getTime();
  const code = new TOTP({ secret: Secret.fromBase32(String(body["secret"])) }).generate({ timestamp });
  expect((await browser.ask("/profile/totp", { code })).status).toBe(200);
  return String(body["secret"]);
}

const demand = (owner: { id: number; accountId: number }, required: boolean) =>
  requireSecondFactor(as(world.services, asUser(owner.id)), accountGrantOf(owner), required);

test("an account that demands a second factor shuts out its people without one until they set it up", async () => {
  const first = await anOwner("first", "Careful");
  const second = await anOwner("second", "Careful");
  const stranger = await anOwner("stranger", "Elsewhere");
  // Who has none themselves would be shut out by their own choice.
  await expect(demand(first, true)).rejects.toMatchObject({ code: "conflict" });
  expect(await who(first.browser)).toBe(first.id);
  await setUp(first.browser);
  await demand(first, true);

  expect(await who(first.browser)).toBe(first.id);
  expect(await who(stranger.browser)).toBe(stranger.id);
  // A session that began before ends its say, and signing in again leads to the setup.
  expect(await who(second.browser)).toBeNull();
  const { body } = await second.signIn();
  const page = await second.browser.follow(String(body["next"]), "/second-factor");
  expect(page).toContain(`${world.login}/second-factor?redirect=`);
  expect(await who(second.browser)).toBeNull();
  expect((await second.browser.ask("/profile/second-factor")).body["required_by"]).toBe("Careful");

  await setUp(second.browser);
  const onward = new URL(page).searchParams.get("redirect") ?? "";
  expect(await second.browser.follow(onward)).toBe(`${CONSOLE}/video`);
  expect(await who(second.browser)).toBe(second.id);
});

test("the last factor cannot be turned off while an account demands one", async () => {
  const owner = await anOwner("third", "Strict");
  await setUp(owner.browser);
  await demand(owner, true);
  await demand(owner, true);
  const refused = await owner.browser.ask("/profile/totp/off", { current_password: PASSWORD });
  expect(refused.status).toBe(409);
  expect(refused.body["message"]).toBe("Strict requires a second factor. Set up another one first.");
  await demand(owner, false);
  expect((await owner.browser.ask("/profile/totp/off", { current_password: PASSWORD })).status).toBe(200);
  const lines = await selectOrdered(
    world.services,
    "audit_log",
    "id",
    { action: "account.second_factor_required", account_id: owner.accountId },
    "changes",
  );
  expect(lines.map(({ changes }) => changes)).toEqual([
    { second_factor_required: [false, true] },
    { second_factor_required: [true, false] },
  ]);
});
