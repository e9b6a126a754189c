import { KEY_RESOURCES } from "@kinora/domain/api-keys/scopes.ts";
import { expect, test } from "vitest";
import { fieldsOf, levelOf, newKey, settingsOf, withLevel } from "./key-fields.ts";
import type { ApiKey } from "./queries.ts";

const now = new Date("2026-09-21T12:00:00Z");
const key: ApiKey = {
  id: 7,
  name: "Site",
  prefix: "vk_live_0123",
  scopes: ["read"],
  addresses: ["203.0.113.9", "2001:db8::/32"],
  origins: ["https://example.com"],
  state: "active",
  expires_at: "2026-12-01T00:00:00.000Z",
  old_secret_until: null,
  last_used_at: null,
  last_used_address: null,
  requests_24h: 0,
  lacks: [],
  version: 1,
  created_by: null,
  created_at: "2026-09-21T10:00:00.000Z",
};

test.each([
  key,
  { ...key, scopes: ["full"], origins: [] },
  { ...key, scopes: ["video_view", "video_edit"], origins: [], expires_at: null },
])("a key that was not edited is sent as it is", (each) => {
  const { name, scopes, addresses, origins, expires_at } = each;
  expect(settingsOf(fieldsOf(each), expires_at, now)).toEqual({ name, scopes, addresses, origins, expires_at });
});

test.each([
  ["30", "2026-10-21T12:00:00.000Z"],
  ["365", "2027-09-21T12:00:00.000Z"],
  ["never", null],
  ["keep", "2026-12-01T00:00:00.000Z"],
] as const)("an expiry of %s is the time %s", (expiry, at) => {
  expect(settingsOf({ ...newKey("read"), expiry }, key.expires_at, now).expires_at).toBe(at);
});

test("a key that may change things keeps no origins", () => {
  expect(settingsOf({ ...fieldsOf(key), scope: "full" }, null, now).origins).toEqual([]);
});

test("a level of one resource leaves the others alone", () => {
  const [videos, uploads] = KEY_RESOURCES;
  const both = withLevel(withLevel([], videos, "manage"), uploads, "manage");
  expect(levelOf(both, videos)).toBe("manage");
  expect(withLevel(both, videos, "none")).toEqual(["video_add"]);
  expect(levelOf(["video_delete"], videos)).toBe("part");
});
