import { afterAll, beforeAll, expect, test } from "vitest";
import { apiKeyHash } from "../platform/secrets/api-key-secret.ts";
import { aProject, testServices, type TestProject, type TestServices } from "../platform/testing.ts";
import { apiKeyCreate } from "./api-key-create.ts";

let services: TestServices;
let project: TestProject;

beforeAll(async () => {
  services = await testServices();
  project = await aProject(services);
});
afterAll(() => services.stop());

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  await apiKeyCreate.run(
    {
      config: services.config,
      print: (line) => void lines.push(line),
      databaseUrl: async () => services.config.databaseUrl ?? "",
      services: async () => services,
    },
    args,
  );
  return lines.join("\n");
}

test("a key is printed once and only its hash is stored", async () => {
  const { hash } = await services.db
    .selectFrom("projects")
    .select("hash")
    .where("id", "=", project.projectId)
    .executeTakeFirstOrThrow();
  const key = await run("--project", hash, "--scopes", "read,upload", "--name", "Import script");
  expect(key).toMatch(/^vk_live_[A-Za-z0-9_-]{43}$/);
  const row = await services.db
    .selectFrom("api_keys")
    .selectAll()
    .where("key_hash", "=", apiKeyHash(key))
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    project_id: project.projectId,
    name: "Import script",
    scopes: ["read", "upload"],
    prefix: key.slice(0, 12),
  });
  expect(await run("--project", String(project.projectId), "--scopes", "full")).not.toBe(key);
});

test("a scope or project that does not exist is named", async () => {
  await expect(run("--project", String(project.projectId), "--scopes", "everything")).rejects.toThrow(
    '"everything" is not a scope',
  );
  await expect(run("--project", "nowhere", "--scopes", "full")).rejects.toThrow(
    "There's no project with the ID or hash nowhere.",
  );
  await expect(run("--scopes", "full")).rejects.toThrow("Name the project and the scopes");
});
