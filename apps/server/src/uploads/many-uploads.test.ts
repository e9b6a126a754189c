import { insertRow } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { aProject, as, type TestServices } from "../platform/testing.ts";
import { sharedServices } from "../testing/fixtures.ts";
import { createUpload } from "./create.ts";
import { takeRoom } from "./import/import-size.ts";
import { readOpenUploads } from "./rows.ts";

/** More than a pool has connections. */
const MANY = 40;

const services = await sharedServices();

/** The same services, whose settings are forgotten each time that they were asked for. */
const forgetful = (): TestServices => ({
  ...services,
  installation: {
    settings: async () => {
      services.installation.forget();
      return services.installation.settings();
    },
    forget: () => services.installation.forget(),
  },
});

test("more uploads than the database has connections begin at one time, though the settings change meanwhile", async () => {
  const { owner, projectId } = await aProject(services);
  const context = as(forgetful(), owner);
  const begun = await Promise.all(
    Array.from({ length: MANY }, (_, index) =>
      createUpload(context, { projectId, fileName: `${index}.mp4`, title: null }, 10),
    ),
  );
  expect(new Set(begun.map(({ id }) => id)).size).toBe(MANY);
  const rows = await readOpenUploads(services.db, projectId, owner);
  expect(rows).toHaveLength(MANY);
  expect(await Promise.all(rows.map((row) => takeRoom(context, row, 20)))).toEqual(rows.map(() => 20));
});

test("changes of the settings are read one after the other, and the last one is what is kept", async () => {
  const { db, installation } = services;
  const answers = Array.from({ length: MANY }, () => {
    installation.forget();
    return installation.settings();
  });
  // Those who come while a reading waits for its turn share it.
  expect(new Set(answers).size).toBeLessThanOrEqual(2);
  await Promise.all(answers);
  await insertRow(db, "installation_settings", { name: "registration", value: JSON.stringify({ open: true }) });
  installation.forget();
  expect((await installation.settings()).registration.open).toBe(true);
});
