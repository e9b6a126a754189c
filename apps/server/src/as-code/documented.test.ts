import { readFile } from "node:fs/promises";
import { DOCUMENT_SCHEMA_PATH, documentSchema } from "@kinora/contract/as-code/document.ts";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { aProject, as } from "../platform/testing.ts";
import { createApi } from "../processes/api.ts";
import { sharedServices, grantOf } from "../testing/fixtures.ts";
import { importProject } from "./service.ts";

const services = await sharedServices();
const manual = await readFile(new URL("../../../../docs/project-as-code.md", import.meta.url), "utf8");
const example = /```yaml\n([\s\S]*?)```/.exec(manual)?.[1] ?? "";

test("the example of the manual sets up a project", async () => {
  const project = await aProject(services);
  const context = as(services, project.owner);
  const { accountId, projectId } = project;
  const grant = grantOf({ accountId, projectId });
  const request = { text: example, dryRun: false, prune: false, fingerprint: undefined };
  const { differences } = await importProject(context, grant, request);
  expect(differences.map(({ section }) => section)).toHaveLength(12);
  expect(await importProject(context, grant, request)).toMatchObject({ changes: 0 });
});

test("the published schema takes the example and refuses a field it does not know", async () => {
  const api = await createApi(services);
  const answer = await api.inject(DOCUMENT_SCHEMA_PATH);
  await api.close();
  expect(answer.headers["access-control-allow-origin"]).toBe("*");
  const schema = answer.json<Record<string, unknown>>();
  // Zod reads patterns without the flag `u`, which JSON Schema recommends.
  const readable: unknown = JSON.parse(answer.body, (name, value: unknown) => (name === "pattern" ? undefined : value));
  expect(schema).toEqual(JSON.parse(JSON.stringify(documentSchema())));
  const fits = z.fromJSONSchema(readable as typeof schema);
  expect(fits.safeParse(parse(example))).toMatchObject({ success: true });
  expect(fits.safeParse({ kinora: 1, colour: "red" }).success).toBe(false);
  expect(fits.safeParse({ kinora: 2 }).success).toBe(false);
});
