import { expect, test } from "vitest";
import { fieldErrors, fieldsOf, settingsOf } from "./project-fields.ts";

const project = {
  id: 7,
  account_id: 1,
  name: "Orchard",
  hash: "abc",
  domain: "example.com",
  created_at: "2026-01-01T00:00:00Z",
  timezone: "UTC",
  default_category_id: null,
  default_privacy: "unpublished" as const,
  max_upload_bytes: null,
  source_retention_days: null,
  trash_days: 0,
  published_url_pattern: null,
  captions_mode: "on_demand" as const,
  captions_language: null,
  captions_published: true,
  captions_available: true,
  version: 1,
};
const texts = {
  nameEmpty: "name",
  domainEmpty: "domain",
  maxUploadWrong: "upload",
  daysWrong: ({ min, max }: { min: number; max: number }) => `${min}-${max}`,
};

test("what is shown is what is saved", () => {
  for (const values of [
    {},
    { max_upload_bytes: 1_500_000_000, source_retention_days: 7, trash_days: 30, default_category_id: 3 },
    { captions_mode: "always" as const, captions_language: "pt-BR", captions_published: false },
  ]) {
    const saved = { ...project, ...values };
    const { account_id: _account, hash: _hash, created_at: _created, version: _version, ...rest } = saved;
    const { captions_available: _available, ...settings } = rest;
    expect(settingsOf(7, fieldsOf(saved, [{ id: 3, name: "News" }]))).toEqual(settings);
  }
});

test.each([
  [{ name: " " }, { name: "name" }],
  [{ domain: "" }, { domain: "domain" }],
  [{ max_upload: "a lot" }, { max_upload: "upload" }],
  [{ max_upload: "0" }, { max_upload: "upload" }],
  [{ max_upload: "1,5" }, {}],
  [{ keep_originals: false, source_retention_days: "0" }, { source_retention_days: "1-3650" }],
  [{ keep_originals: true, source_retention_days: "" }, {}],
  [{ trash_days: "400" }, { trash_days: "0-365" }],
  [{ trash_days: "1.5" }, { trash_days: "0-365" }],
  [{ published_url_pattern: " https://example.com/{hash} " }, {}],
  [
    { published_url_pattern: "https://example.com/" },
    { published_url_pattern: "Say which video it is with {hash}, {id} or {reference_id}." },
  ],
])("%j is objected to as %j", (typed, errors) => {
  expect(fieldErrors({ ...fieldsOf(project, []), ...typed }, texts)).toEqual(errors);
});
