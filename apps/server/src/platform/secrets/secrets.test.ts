import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfigError } from "../settings/setting.ts";
import { readSecrets } from "./secrets.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kinora-secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("secrets are made once, differ from each other and stay the same", () => {
  const first = readSecrets(folder, {});
  expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length);
  expect(first.sessionKey).toHaveLength(43);
  expect(readSecrets(folder, {})).toEqual(first);
});

test("only the owner can read the secrets", () => {
  readSecrets(folder, {});
  expect(statSync(join(folder, "secrets.json")).mode & 0o777).toBe(0o600);
});

test("a secret that a newer version needs is added and the others are kept", () => {
  const { playbackKey, ...older } = readSecrets(folder, {});
  writeFileSync(join(folder, "secrets.json"), JSON.stringify(older));
  const renewed = readSecrets(folder, {});
  expect(renewed).toMatchObject(older);
  expect(renewed.playbackKey).not.toBe(playbackKey);
  expect(readSecrets(folder, {})).toEqual(renewed);
});

test("a damaged file is refused and left as it is", () => {
  writeFileSync(join(folder, "secrets.json"), "{");
  expect(() => readSecrets(folder, {})).toThrow(ConfigError);
  expect(readFileSync(join(folder, "secrets.json"), "utf8")).toBe("{");
});

test("several machines share the secrets of one file", () => {
  const shared = join(folder, "shared.json");
  const first = readSecrets(join(folder, "a"), { KINORA_SECRETS_FILE: shared });
  expect(readSecrets(join(folder, "b"), { KINORA_SECRETS_FILE: shared })).toEqual(first);
});
