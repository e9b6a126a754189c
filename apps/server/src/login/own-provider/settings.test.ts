import { randomBytes } from "node:crypto";
import { insertRow, selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, expect, test } from "vitest";
import { aProject, as, asUser, aUser } from "../../platform/testing.ts";
import { accountGrantOf, roleNamed, sharedServices } from "../../testing/fixtures.ts";
import { startForgingProvider, type ForgingProvider } from "../../testing/forging-provider.ts";
import { startOrganization } from "../../testing/organization-provider.ts";
import { redirectUri } from "./begin.ts";
import { addDomain, proveDomain, removeDomain, verifyByHand } from "./domains.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { readSignIn, removeSignIn, saveSignIn, type ProviderSettings } from "./settings.ts";
import { tryProvider } from "./try-provider.ts";

const services = await sharedServices({ KINORA_ALLOW_PRIVATE_URLS: "true" });
const forging = await startForgingProvider();
const organization = await startOrganization();
afterAll(async () => {
  await forging.stop();
  await organization.stop();
});

async function anAccount() {
  const project = await aProject(services);
  const grant = accountGrantOf(project);
  const wanted: ProviderSettings = {
    issuer: "https://login.example.com/staff",
    clientId: "kinora",
    clientSecret: "a secret of the client",
    projectId: project.projectId,
    roleId: await roleNamed(services, project, "Viewer"),
    required: false,
  };
  return { ...project, grant, wanted, context: as(services, project.owner) };
}

const newDomain = () => `${randomBytes(5).toString("hex")}.example`;

test("the secret is sealed, and neither answers nor the audit log have it", async () => {
  const { context, grant, wanted, accountId, projectId } = await anAccount();
  const saved = await saveSignIn(context, grant, wanted);
  expect(saved.provider).toEqual({
    issuer: wanted.issuer,
    client_id: "kinora",
    project_id: projectId,
    role_id: wanted.roleId,
    required: false,
  });
  const { db } = services;
  const lines = await selectRows(db, "audit_log", { account_id: accountId });
  const row = await selectRow(db, "own_providers", { account_id: accountId });
  expect(lines.map(({ action }) => action)).toEqual(["account.sign_in_changed"]);
  const everything =
    JSON.stringify([saved, await readSignIn(context, grant), lines]) + row.secret_sealed.toString("latin1");
  expect(everything).not.toContain(wanted.clientSecret);
});

test("saving the same again changes nothing, and an empty secret keeps the one that is there", async () => {
  const { context, grant, wanted, accountId } = await anAccount();
  await saveSignIn(context, grant, wanted);
  await saveSignIn(context, grant, wanted);
  await saveSignIn(context, grant, { ...wanted, clientSecret: "" });
  const lines = await selectRows(services, "audit_log", { account_id: accountId });
  expect(lines).toHaveLength(1);
});

test("another issuer or client takes its own secret: the saved one is sent to nobody else", async () => {
  const { context, grant, wanted } = await anAccount();
  await expect(saveSignIn(context, grant, { ...wanted, clientSecret: "" })).rejects.toMatchObject({
    fields: { client_secret: ["Client secret can not be empty."] },
  });
  await saveSignIn(context, grant, wanted);
  for (const other of [{ issuer: "https://evil.example" }, { clientId: "another" }])
    await expect(saveSignIn(context, grant, { ...wanted, ...other, clientSecret: "" })).rejects.toMatchObject({
      fields: { client_secret: ["Another issuer or client has another secret: enter it, too."] },
    });
  const tried = await tryProvider(context, grant, { issuer: forging.issuer, clientId: "kinora", clientSecret: "" });
  expect(tried.findings.at(-1)?.text).toBe("Enter the client secret to try whether the provider accepts it.");
});

test("what new people join is of this account", async () => {
  const { context, grant, wanted } = await anAccount();
  const other = await anAccount();
  await expect(saveSignIn(context, grant, { ...wanted, projectId: other.wanted.projectId })).rejects.toMatchObject({
    fields: { project_id: ["Choose a project of this account."] },
  });
  await expect(saveSignIn(context, grant, { ...wanted, roleId: other.wanted.roleId })).rejects.toMatchObject({
    fields: { role_id: ["Choose a role of this account."] },
  });
});

test("a domain counts once its TXT record is found", async () => {
  const { context, grant } = await anAccount();
  const domain = newDomain();
  const claim = await addDomain(context, grant, domain);
  expect(claim).toMatchObject({ domain, verified_at: null, record_name: `_kinora.${domain}` });
  const asked: string[] = [];
  const withTexts = (texts: string[]) => ({
    ...context,
    dns: {
      texts: (name: string) => {
        asked.push(name);
        return Promise.resolve(texts);
      },
    },
  });
  await expect(proveDomain(withTexts([]), grant, domain)).rejects.toMatchObject({ code: "conflict" });
  await expect(proveDomain(withTexts(["kinora-domain=guessed"]), grant, domain)).rejects.toMatchObject({
    code: "conflict",
  });
  await proveDomain(withTexts(["something else", claim.record_value]), grant, domain);
  await proveDomain(withTexts([]), grant, domain);
  expect(asked).toEqual(Array(3).fill(`_kinora.${domain}`));
  expect((await readSignIn(context, grant)).domains).toMatchObject([{ domain, verified_by: "dns" }]);
});

test("name servers that do not answer prove nothing", async () => {
  const { context, grant } = await anAccount();
  const domain = newDomain();
  await addDomain(context, grant, domain);
  const silent = { ...context, dns: { texts: () => Promise.reject(new Error("ETIMEOUT")) } };
  await expect(proveDomain(silent, grant, domain)).rejects.toMatchObject({ code: "unavailable" });
});

test("many claim a domain, and one has it; the record of one proves nothing for another", async () => {
  const [one, other] = [await anAccount(), await anAccount()];
  const domain = newDomain();
  const claim = await addDomain(one.context, one.grant, domain);
  await addDomain(other.context, other.grant, domain);
  const dns = { texts: () => Promise.resolve([claim.record_value]) };
  await expect(proveDomain({ ...other.context, dns }, other.grant, domain)).rejects.toMatchObject({ code: "conflict" });
  await proveDomain({ ...one.context, dns }, one.grant, domain);
  const byHand = { accountId: other.accountId, domain, reason: "They asked" };
  await expect(verifyByHand(other.context, byHand)).rejects.toMatchObject({ code: "conflict" });
  await removeDomain(one.context, one.grant, domain);
  await verifyByHand(other.context, byHand);
  expect((await readSignIn(other.context, other.grant)).domains).toMatchObject([{ domain, verified_by: "operator" }]);
});

test("a demand takes a verified domain and an owner with a second factor, and says whom it concerns", async () => {
  const { context, grant, wanted, accountId, ownerId } = await anAccount();
  const { db } = services;
  const demand = () => saveSignIn(context, grant, { ...wanted, required: true });
  await expect(demand()).rejects.toMatchObject({ code: "conflict", message: /^Prove a mail domain first/ });
  const domain = newDomain();
  await addDomain(context, grant, domain);
  await verifyByHand(context, { accountId, domain, reason: "a test" });
  await expect(demand()).rejects.toMatchObject({ code: "conflict", message: /^Set up a second factor of your own/ });
  await insertRow(db, "login_totp", { user_id: ownerId, secret_sealed: Buffer.alloc(1), confirmed_at: new Date() });
  const [member, superuser] = [await aUser(services), await aUser(services, { superuser: true })];
  for (const [id, name] of [
    [member, "member"],
    [superuser, "root"],
    [ownerId, "owner"],
  ] as const)
    await updateRows(db, "users", { id }, { email: `${name}@${domain}` });
  expect(await demand()).toMatchObject({ people: 1, owners: 1, provider: { required: true } });
  const { caller: _owner, ...rest } = context;
  await removeSignIn({ ...rest, caller: asUser(superuser, true) }, grant);
  await removeSignIn(context, grant);
  expect((await readSignIn(context, grant)).provider).toBeNull();
});

test("trying a provider says that all is well", async () => {
  const { context, grant, accountId } = await anAccount();
  const { issuer, clientId, clientSecret } = organization;
  organization.redirectUris.push(redirectUri(services.config, accountId));
  expect(await tryProvider(context, grant, { issuer, clientId, clientSecret })).toEqual({
    ok: true,
    findings: [
      { ok: true, text: `${issuer} answers with its configuration.` },
      { ok: true, text: "Its keys for signatures can be read." },
      { ok: true, text: "It accepts the client ID and the secret." },
    ],
  });
  const wrong = await tryProvider(context, grant, { issuer, clientId, clientSecret: "wrong" });
  expect(wrong.findings.at(-1)).toEqual({ ok: false, text: "It does not accept the client ID or the secret." });
  const unknown = await tryProvider(context, grant, { issuer, clientId: "unknown", clientSecret });
  expect(unknown.findings.at(-1)).toEqual({ ok: false, text: "It does not accept the client ID or the secret." });
});

test("trying a provider says in words what is wrong", async () => {
  const { context, grant } = await anAccount();
  const { issuer } = forging;
  const last = async (more: Partial<ForgingProvider>, asked = issuer) => {
    Object.assign(forging, { metadata: {}, garbage: null }, more);
    const { ok, findings } = await tryProvider(context, grant, {
      issuer: asked,
      clientId: "kinora",
      clientSecret: "x",
    });
    expect(ok).toBe(false);
    return findings.find((finding) => !finding.ok)?.text;
  };
  const where = "/.well-known/openid-configuration";
  const html = { path: where, status: 200, type: "text/html", body: "<h1>Hello</h1>" };
  expect(await last({ garbage: html })).toBe(`What ${issuer}${where} answers is no configuration of a provider.`);
  expect(await last({}, `${issuer}/elsewhere`)).toBe(`There is no configuration at ${issuer}/elsewhere${where}.`);
  expect(await last({ metadata: { issuer: "https://elsewhere.example" } })).toBe(
    "The provider calls itself by another issuer. Enter the issuer as it spells it.",
  );
  expect(await last({ metadata: { jwks_uri: undefined } })).toBe("The provider's configuration has no jwks_uri.");
  expect(await last({ garbage: { path: "/keys", status: 200, type: "application/json", body: "{}" } })).toBe(
    `There are no keys at ${issuer}/keys.`,
  );
  const large = { path: where, status: 200, type: "application/json", body: JSON.stringify("x".repeat(600_000)) };
  expect(await last({ garbage: large })).toBe("The answer is larger than 512 KiB.");
  expect(await last({}, "http://localhost:1")).toBe("localhost:1 refuses connections.");
});

test("a provider that does not answer in time is no longer waited for", async () => {
  const slow = await startForgingProvider();
  slow.garbage = null;
  const waiting = guardedFetch(true)(`${slow.issuer}/token`, {
    method: "GET",
    headers: {},
    body: undefined,
    redirect: "manual",
    signal: AbortSignal.abort(),
  });
  await expect(waiting).rejects.toThrow(/did not answer in time/);
  await slow.stop();
});
