import { selectRow } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { issueInvoice } from "../billing/invoices/issue.ts";
import { saveBillingSettings } from "../billing/invoices/settings.ts";
import { aProject } from "../platform/testing.ts";
import { CAPTIONS_FILE } from "../testing/access-samples.ts";
import { someThings } from "../testing/access-things.ts";
import { aCustomer, aPlan, SELLER } from "../testing/customer.ts";
import { asSuperuser, RUN, sharedServices } from "../testing/fixtures.ts";
import { captionsKey } from "../videos/captions/captions-files.ts";
import { buildExport } from "./build.ts";
import { exportedAs, EXPORTED, LEFT_OUT_COLUMNS, NOT_EXPORTED, PUBLIC_COLUMNS } from "./tables.ts";
import { exportsOf } from "./testing.ts";

const services = await sharedServices();

const { stateOf, build, filesOf } = exportsOf(() => services);

test("every table is in an export or left out for a reason, and bytes are in none but sums of files", async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition and relname not in ('migrations', 'kysely_migration', 'kysely_migration_lock')`.execute(
    services.db,
  );
  const decided = [...Object.keys(EXPORTED), ...Object.keys(NOT_EXPORTED)];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(decided.toSorted());
  const columns = await sql<{ table: string; column: string; type: string }>`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public'`.execute(services.db);
  const names = new Set(columns.rows.map(({ table, column }) => `${table}.${column}`));
  // What is named here and is gone would let a new column of that name pass.
  for (const name of [...PUBLIC_COLUMNS, ...Object.keys(LEFT_OUT_COLUMNS)]) expect(names).toContain(name);
  const bytes = columns.rows.filter(({ table, type }) => type === "bytea" && table in EXPORTED);
  expect(bytes.filter(({ table, column, type }) => exportedAs(table, column, type) === "value")).toEqual([]);
  const withHex = bytes.filter(({ table, column, type }) => exportedAs(table, column, type) === "hex");
  expect(withHex.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual([
    "uploads.sha256",
    "videos.source_sha256",
  ]);
});

test("an export has the account's rows, settings, invoices and captions, none of another account's and no secret", async () => {
  const planted = "planted-secret";
  const project = await aCustomer(services, await aPlan(services, "export"), { note: planted });
  const things = await someThings(services, project);
  const other = await aProject(services);
  const foreign = await someThings(services, other);
  await sql`update webhooks set inbox_token = ${planted}, secret_sealed = ${Buffer.from(planted)}
    where id = ${things.webhook}`.execute(services.db);
  await sql`update api_keys set prefix = ${planted}, key_hash = ${Buffer.from(planted)} where id = ${things.apiKey}`.execute(
    services.db,
  );
  await sql`update restriction_profiles set password_hash = ${planted} where id = ${things.restriction}`.execute(
    services.db,
  );
  await sql`update uploads set source_url = ${`https://example.com/?signature=${planted}`} where id = ${things.upload}`.execute(
    services.db,
  );
  const revision = await selectRow(services, "captions", { id: things.captions }, "revision");
  const key = captionsKey(things.video, things.captions, revision.revision);
  await services.storage.put(key, Buffer.from(CAPTIONS_FILE));
  await sql`update videos set source_key = 'assets/1/source', source_bytes = 12, source_sha256 = ${Buffer.alloc(32, 7)}, title = '=SUM(1)'
    where id = ${things.video}`.execute(services.db);

  const files = await filesOf(await build(project));
  for (const table of Object.keys(EXPORTED)) expect(Object.keys(files)).toContain(`tables/${table}.json`);
  const rowsIn = (table: string) => JSON.parse(files[`tables/${table}.json`] ?? "") as Record<string, unknown>[];
  const text = Object.values(files).join("\n");
  expect(text).not.toContain(planted);
  expect(text).not.toContain(Buffer.from(planted).toString("hex"));
  for (const table of ["videos", "streams", "webhooks", "playlists", "captions"] as const) {
    const ids = rowsIn(table).map(({ id }) => id);
    expect(ids, table).not.toEqual([]);
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where account_id = ${project.accountId}`.execute(services.db);
    expect(new Set(ids), table).toEqual(new Set(rows.map(({ id }) => id)));
  }
  const agreed = rowsIn("audit_log").filter(({ action }) => action === "account.terms_agreed");
  expect(agreed.map(({ changes }) => changes)).toContainEqual(
    expect.objectContaining({ effective_from: "2030-03-01" }),
  );
  expect(rowsIn("webhooks")[0]).not.toHaveProperty("secret_sealed");
  expect(rowsIn("users").map(({ id }) => id)).toContain(project.ownerId);
  expect(rowsIn("users").map(({ id }) => id)).not.toContain(other.ownerId);
  for (const { project_id: id } of rowsIn("stream_log")) expect(id).toBe(project.projectId);
  expect(rowsIn("stream_restreams").map(({ id }) => id)).not.toContain(foreign.restream);

  const video = rowsIn("videos").find(({ id }) => id === things.video);
  expect(video?.["source_sha256"]).toBe("07".repeat(32));
  expect(files[`captions/${String(video?.["hash"])}/en-${things.captions}.vtt`]).toBe(CAPTIONS_FILE);
  expect(files["originals.csv"]).toContain(`'=SUM(1),,12,${"07".repeat(32)},`);
  const [{ hash }] = rowsIn("projects") as [{ hash: string }];
  expect(files[`projects/${hash}.yaml`]).toContain("kinora: 1");
  expect(await stateOf(project)).toMatchObject({ state: "complete", available: true });
});

test.each([
  ["EUR", ["pdf", "xml"]],
  ["KWD", ["pdf"]],
] as const)("invoices in %s are in an export as their owner gets them", async (currency, formats) => {
  const plan = await aPlan(services, `invoiced-${currency.toLowerCase()}`, { currency });
  const project = await aCustomer(services, plan);
  await saveBillingSettings(await asSuperuser(services), SELLER);
  const root = await asSuperuser(services);
  await issueInvoice(
    { ...root, clock: { now: () => new Date("2030-04-05T12:00:00Z") } },
    { userId: null },
    {
      accountId: project.accountId,
      month: "2030-03",
    },
  );
  const files = await filesOf(await build(project));
  const names = Object.keys(files).filter((name) => name.startsWith("invoices/"));
  expect(names.map((name) => name.slice(-3))).toEqual(formats);
  expect(files[names[0] ?? ""]).toMatch(/^%PDF/);
  if (currency === "EUR") expect(files[names[1] ?? ""]).toContain("<Invoice");
});

test("no transaction is open while captions are fetched from the storage", async () => {
  const project = await aProject(services);
  const { video } = await someThings(services, project);
  const { id } = await selectRow(services, "captions", { video_id: video }, "id");
  const opened: number[] = [];
  const storage = new Proxy(services.storage, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        if (name === "stat") {
          const { rows } = await sql<{ open: number }>`
            select count(*)::int as open from pg_stat_activity
            where datname = current_database() and state like 'idle in transaction%'`.execute(services.db);
          opened.push(rows[0]?.open ?? -1);
        }
        return (await value.apply(target, args)) as unknown;
      };
    },
  });
  const { request } = exportsOf(() => services);
  const exportId = await request(project);
  await buildExport.run({ ...services, storage }, { exportId }, RUN);
  expect(opened).toEqual([0]);
  expect(Object.keys(await filesOf(exportId)).some((name) => name.endsWith(`-${id}.vtt`))).toBe(true);
});
