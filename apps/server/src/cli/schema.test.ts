import { connect } from "@kinora/db/connect.ts";
import { migrate } from "@kinora/db/migrate.ts";
import { readSchemaState } from "@kinora/db/schema-state.ts";
import { cloneTestDatabase } from "@kinora/db/testing.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { readConfig } from "../platform/config.ts";
import { openDatabase } from "../supervisor/database.ts";
import { examineSchema } from "./doctor/database.ts";
import { openContext } from "./open-context.ts";
import { requireSchema } from "./schema.ts";

let database: Awaited<ReturnType<typeof cloneTestDatabase>>;
beforeEach(async () => {
  database = await cloneTestDatabase(inject("postgresUrl"), { tables: false });
});
afterEach(() => database.drop());

test("a command creates the tables of an empty database, and finds nothing to do afterwards", async () => {
  expect(await examineSchema(database.url)).toMatchObject({ state: "ok", message: expect.stringContaining("empty") });
  await requireSchema(database.url);
  await requireSchema(database.url);
  expect(await examineSchema(database.url)).toMatchObject({
    state: "ok",
    message: expect.stringContaining("this version"),
  });
});

test("a database of an older version is refused and stays as it is, and the doctor says what a start would apply", async () => {
  await migrate(database.url, "0260-backup-schedule");
  const before = await readSchemaState(database.url);
  expect(before.pending.slice(0, 2)).toEqual(["0261-ended-acting", "0262-webhook-filters"]);
  await expect(requireSchema(database.url)).rejects.toThrow("older version");
  const context = openContext(
    readConfig({ KINORA_DATA_DIR: "/nonexistent", DATABASE_URL: database.url, LOG_LEVEL: "silent" }),
    "user create",
    () => undefined,
  );
  await expect(context.services()).rejects.toThrow("older version");
  await context.close();
  const { state, message, fix } = await examineSchema(database.url);
  expect([state, message, fix]).toEqual([
    "warning",
    expect.stringMatching(/applies \d+ migrations: 0261-ended-acting, 0262-webhook-filters/),
    expect.stringContaining("backup"),
  ]);
  expect(await readSchemaState(database.url)).toEqual(before);
});

test("a database of a newer version is refused, also by a start, which leaves it as it is", async () => {
  await migrate(database.url);
  const db = connect(database.url, { maximumConnections: 1 });
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')`.execute(db);
  await db.destroy();
  await expect(requireSchema(database.url)).rejects.toThrow("newer version");
  expect(await examineSchema(database.url)).toMatchObject({
    state: "failed",
    message: "A newer version has migrated the database: 9999-later",
  });
  const before = await readSchemaState(database.url);
  const config = readConfig({ KINORA_DATA_DIR: "/nonexistent", DATABASE_URL: database.url, LOG_LEVEL: "silent" });
  await expect(openDatabase(config, () => undefined)).rejects.toThrow(
    "A newer version has migrated the database: 9999-later. Start that version, or restore a backup that this one made.",
  );
  expect(await readSchemaState(database.url)).toEqual(before);
});
