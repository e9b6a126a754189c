import { selectRow } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { apiKeyHash } from "../platform/secrets/api-key-secret.ts";
import { sharedProject } from "../testing/fixtures.ts";
import { apiKeyCreate } from "./api-key-create.ts";
import { runCommand } from "./testing.ts";

const { services, project } = await sharedProject();

const run = async (...args: string[]) => (await runCommand(apiKeyCreate, services, ...args)).lines.join("\n");

test("a key is printed once and only its hash is stored", async () => {
  const { hash } = await selectRow(services, "projects", { id: project.projectId }, "hash");
  const key = await run("--project", hash, "--scopes", "read,upload", "--name", "Import script");
  expect(key).toMatch(/^vk_live_[A-Za-z0-9_-]{43}$/);
  const row = await selectRow(services, "api_keys", { key_hash: apiKeyHash(key) });
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
