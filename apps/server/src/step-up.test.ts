import { updateRows } from "@kinora/db/testing-rows.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { PROOF_MINUTES } from "@kinora/domain/people/sessions.ts";
import { describe, expect, test } from "vitest";
import type { Caller } from "./platform/access/caller.ts";
import { aProject, asUser, aUser, type TestProject } from "./platform/testing.ts";
import { someThings } from "./testing/access-things.ts";
import { operations, sharedApi } from "./testing/operations.ts";

const { services, api } = await sharedApi();

type Person = Caller & { kind: "user" };
type Guarded = (typeof operations)[number];

const ago = (minutes: number) => new Date(services.clock.now().getTime() - minutes * 60_000);
const isRefused = (code: unknown) => code === "confirmation_required" || code === "factor_confirmation_required";

async function demandProofForKeys({ accountId }: TestProject): Promise<void> {
  await updateRows(services, "accounts", { id: accountId }, { keys_need_proof: true });
}

/** A project where keys need a proof, its things, and a person who may call the operation. */
async function placeFor({ access, sample }: Guarded) {
  const project = await aProject(services);
  await demandProofForKeys(project);
  const isSuperuser = access.who === "superuser";
  const person = isSuperuser ? asUser(await aUser(services, { superuser: true }), true) : asUser(project.ownerId);
  return { project, person, call: sample(await someThings(services, project)) };
}

const guarded = operations.filter(({ proof }) => proof !== undefined);

test("the acts that do harm in other hands are guarded", () => {
  expect(guarded.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "projects.deleteProject",
      "owners.addOwner",
      "owners.removeOwner",
      "owners.setAccountSecurity",
      "ownProvider.saveAccountSignIn",
      "advanced.setSuperuser",
      "streams.revealStreamKey",
      "restrictions.revealSigningKey",
    ]),
  );
});

describe.each(guarded)("$name", (guard) => {
  const { operation, proof } = guard;

  test("is refused without a recent proof, and passes with one", async () => {
    const { person, call } = await placeFor(guard);
    const proven = (provedAt: Date | null, factorProvedAt: Date | null): Person => ({
      ...person,
      provedAt,
      factorProvedAt,
    });
    const old = ago(PROOF_MINUTES);
    const without = [proven(null, null), proven(old, old)];
    if (proof === "second_factor") without.push(proven(ago(0), old), proven(ago(0), null));
    for (const caller of without) {
      const answer = await api.call(operation, call, caller);
      expect(answer.statusCode).toBe(403);
      const code = proof === "second_factor" ? "factor_confirmation_required" : "confirmation_required";
      expect(answer.json()).toMatchObject({ code });
    }
    const latest =
      proof === "second_factor" ? proven(old, ago(PROOF_MINUTES - 1)) : proven(ago(PROOF_MINUTES - 1), null);
    const passed = await api.call(operation, call, latest);
    expect(isRefused(passed.json()["code"]), passed.body).toBe(false);
  });

  test("asks strangers for no proof: they learn nothing of what is there", async () => {
    const { call } = await placeFor(guard);
    const stranger: Person = { ...asUser(await aUser(services)), provedAt: null, factorProvedAt: null };
    const answer = await api.call(operation, call, stranger);
    expect([403, 404]).toContain(answer.statusCode);
    expect(isRefused(answer.json()["code"])).toBe(false);
  });

  test("asks API keys for none", async () => {
    const { project, call } = await placeFor(guard);
    const { accountId, projectId } = project;
    const key: Caller = { kind: "api_key", keyId: 1, projectId, accountId, permissions: PERMISSIONS };
    expect(isRefused((await api.call(operation, call, key)).json()["code"])).toBe(false);
  });
});

test.each(guarded.filter(({ proof }) => proof === "keys"))(
  "$name passes without a proof where the account demands none",
  async (guard) => {
    const { project, person, call } = await placeFor(guard);
    await updateRows(services, "accounts", { id: project.accountId }, { keys_need_proof: false });
    const { statusCode } = await api.call(guard.operation, call, { ...person, provedAt: null, factorProvedAt: null });
    expect([200, 201]).toContain(statusCode);
  },
);
