import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { expect, test } from "vitest";
import type { Profile } from "../queries.ts";
import { atFields, fieldErrors, fieldsOf, policyOf } from "./profile-fields.ts";

const policy: Profile["policy"] = {
  referrers: { mode: "only", entries: ["example.com", "*.example.org"], empty: false },
  countries: { mode: "block", codes: ["US"], unknown: true },
  addresses: { mode: "only", ranges: ["192.0.2.0/24"] },
  agents: { mode: "block", patterns: ["Bad App/"] },
  signed: true,
  sessions: 3,
  password: false,
  encrypted: true,
};
const profile: Profile = {
  id: 1,
  name: "Partners",
  picture: null,
  message: "Ask us",
  policy,
  is_default: false,
  used_by: { videos: 0, streams: 0, categories: 0, playlists: 0 },
  denied: 0,
  warning: null,
  created_at: "1970-01-01T00:00:00.000Z",
  version: 1,
  updated_at: "1970-01-01T00:00:00.000Z",
};

test("a form gives back the rules it was given", () => {
  expect(policyOf(fieldsOf(profile))).toEqual(policy);
  expect(policyOf(fieldsOf({ ...profile, policy: OPEN_POLICY }))).toEqual(OPEN_POLICY);
});

test("a pasted list may have commas, blanks and empty lines; an app may have blanks", () => {
  const fields = fieldsOf(profile);
  expect(policyOf({ ...fields, referrers: "a.com, b.com\n\n c.com;d.com" }).referrers.entries).toEqual([
    "a.com",
    "b.com",
    "c.com",
    "d.com",
  ]);
  expect(policyOf({ ...fields, agents: " Good App/1 \n\n Other" }).agents.patterns).toEqual(["Good App/1", "Other"]);
});

test("what the server says about an entry is shown at its list", () => {
  expect(atFields({ "policy.referrers.entries.1": ["Wrong."], name: ["Taken."] })).toEqual({
    referrers: ["Wrong."],
    name: ["Taken."],
  });
});

test("a profile needs a name, a number of viewers and, for the first time, a password", () => {
  const texts = { nameEmpty: "name", sessionsWrong: "sessions", passwordMissing: "password" };
  const fields = { ...fieldsOf(profile), name: " ", sessions: "many", password: true };
  expect(fieldErrors(fields, false, texts)).toEqual({ name: "name", sessions: "sessions", new_password: "password" });
  expect(fieldErrors(fieldsOf(profile), true, texts)).toEqual({});
});
