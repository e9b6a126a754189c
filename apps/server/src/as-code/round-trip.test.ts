import { KEPT_DAYS } from "@kinora/domain/analytics/own-counting.ts";
import { VIEW_EVENTS } from "@kinora/domain/analytics/view-events.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { AUTOSTARTS, PLAYBACK_RATES } from "@kinora/domain/players/settings.ts";
import { SMART_SORTS } from "@kinora/domain/playlists/smart-rules.ts";
import { RULE_MODES } from "@kinora/domain/restrictions/policy.ts";
import { RUNG_HEIGHTS } from "@kinora/domain/transcoding/ladder-presets.ts";
import { CATEGORY_COLOURS } from "@kinora/domain/videos/category-colours.ts";
import { SUBSCRIBED_EVENTS } from "@kinora/domain/webhooks/events.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { newHash } from "../platform/secrets/hash.ts";
import { aProject, as, type TestProject } from "../platform/testing.ts";
import { grantOf, sharedServices } from "../testing/fixtures.ts";
import { exportProject, importProject } from "./service.ts";

const services = await sharedServices();

const apply = (of: TestProject, text: string) =>
  importProject(as(services, of.owner), grantOf(of), { text, dryRun: false, prune: true, fingerprint: undefined });
const written = (of: TestProject) => exportProject(as(services, of.owner), grantOf(of));

// Names that YAML could take for something else, and letters that it must quote.
const name = fc
  .tuple(
    fc.constantFrom("yes", "~", "1e3", "null", "- a", "#b", "Ünï", "a: b", "'", '"', "日本", "&x", "*x"),
    fc.nat(9_999),
  )
  .map(([word, number]) => `${word} ${number}`);
const names = fc.uniqueArray(name, { maxLength: 4 });
const text = fc.string({ unit: "grapheme", maxLength: 40 }).map((value) => value.replaceAll(/\p{Cc}/gu, " ").trim());
const some = <Value>(values: readonly Value[]) => fc.subarray([...values], { maxLength: Math.min(3, values.length) });

/** Schedules that every project of these tests has. */
const SCHEDULES = ["Sport", "1e3"];
const player = fc.record({
  title: name,
  settings: fc.record(
    {
      autostart: fc.constantFrom(...AUTOSTARTS),
      loop: fc.boolean(),
      radius: fc.nat(48),
      ad_schedule: fc.constantFrom(null, ...SCHEDULES),
      playback_rates: some(PLAYBACK_RATES),
      custom_css: fc.string({ maxLength: 60 }).map((css) => css.replaceAll("\0", "")),
    },
    { requiredKeys: [] },
  ),
});

const project = fc.tuple(names, names, names).chain(([categories, tags, profiles]) => {
  const restriction = fc.constantFrom(null, ...profiles);
  const rules = fc.record(
    {
      categories: some(categories),
      tags_any: some(tags),
      sort: fc.constantFrom(...SMART_SORTS),
      limit: fc.integer({ min: 1, max: 100 }),
    },
    { requiredKeys: [] },
  );
  return fc.record({
    settings: fc.record(
      {
        default_category: fc.constantFrom(null, ...categories),
        trash_days: fc.nat(365),
        captions_mode: fc.constantFrom("off", "on_demand", "always"),
        captions_language: fc.constantFrom(null, "de", "pt-BR"),
        captions_published: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    ladder: fc.record(
      {
        mp4: fc.boolean(),
        rungs: fc.constantFrom(...RUNG_HEIGHTS).map((height) => [{ height, enabled: true, crf: 20 }]),
      },
      { requiredKeys: [] },
    ),
    categories: fc.tuple(
      ...categories.map((each) =>
        fc.record(
          { name: fc.constant(each), active: fc.boolean(), colour: fc.constantFrom(...CATEGORY_COLOURS), restriction },
          { requiredKeys: ["name"] },
        ),
      ),
    ),
    tags: fc.constant(tags),
    roles: fc.uniqueArray(fc.record({ title: name, description: text, permissions: some(PERMISSIONS) }), {
      maxLength: 2,
      selector: ({ title }) => title,
    }),
    // Two players may have one title.
    players: fc.array(player, { maxLength: 3 }).map((players) => [{ title: "Main", default: true }, ...players]),
    playlists: fc.array(
      fc.oneof(
        fc.record({ name, description: text, published: fc.boolean(), restriction }, { requiredKeys: ["name"] }),
        fc.record({ name, type: fc.constant("smart"), rules }, { requiredKeys: ["name", "type"] }),
        fc.record({ name, type: fc.constant("channel"), start_at: fc.constant("2030-01-01T00:00:00.000Z") }),
      ),
      { maxLength: 4 },
    ),
    ad_schedules: fc.uniqueArray(name, { maxLength: 2 }).map((schedules) =>
      [...SCHEDULES, ...schedules].map((schedule, index) => ({
        name: schedule,
        categories: categories.slice(index, index + 1),
      })),
    ),
    ads: fc.record({ excluded_categories: some(categories), excluded_tags: some(tags), consent: fc.boolean() }),
    restrictions: fc.tuple(
      ...profiles.map((each) =>
        fc.record({
          name: fc.constant(each),
          message: text,
          policy: fc.record({
            referrers: fc.record({
              mode: fc.constantFrom(...RULE_MODES),
              entries: some(["example.com", "*.example.org"]),
            }),
            sessions: fc.option(fc.integer({ min: 1, max: 9 })),
          }),
        }),
      ),
    ),
    analytics: fc.record(
      {
        google: fc.constantFrom({ measurement_id: "G-ABCD1234" }, {}),
        events: some(VIEW_EVENTS),
        own_addresses: some(["192.0.2.0/24", "2001:db8::1", "198.51.100.7"]),
        kept_days: fc.constantFrom(null, ...KEPT_DAYS),
      },
      { requiredKeys: [] },
    ),
    webhooks: fc.array(
      fc.record({
        name,
        url: fc.constant("https://example.com/hook"),
        events: fc.subarray([...SUBSCRIBED_EVENTS], { minLength: 1, maxLength: 3 }),
        enabled: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
  });
});

test("twice is the same as once, and what was exported makes any other project the same", async () => {
  await fc.assert(
    fc.asyncProperty(project, project, async (sections, others) => {
      const [one, other] = [await aProject(services), await aProject(services)];
      const file = stringify({ kinora: 1, ...sections });
      await apply(one, file);
      expect(await apply(one, file)).toMatchObject({ differences: [], changes: 0 });
      const exported = await written(one);
      expect(await apply(one, exported)).toMatchObject({ differences: [], changes: 0 });
      // Whatever the other one was before.
      await apply(other, stringify({ kinora: 1, ...others }));
      const renamed = exported.replace("  name: Test project", `  name: ${newHash()}`);
      await apply(other, renamed);
      expect(await apply(other, renamed)).toMatchObject({ differences: [], changes: 0 });
      expect(await written(other)).toBe(renamed);
    }),
    { numRuns: 5 },
  );
});
