import { NO_PROVIDERS, providerProblems } from "@kinora/domain/analytics/providers.ts";
import { ROLES_MAX } from "@kinora/domain/people/roles.ts";
import { NEW_PROJECT_SETTINGS } from "@kinora/domain/projects/projects.ts";
import { RUNG_HEIGHTS } from "@kinora/domain/transcoding/ladder-presets.ts";
import { defaultProjectLadder as usualLadder, ladderProblem } from "@kinora/domain/transcoding/project-ladder.ts";
import { presetsProblem } from "@kinora/domain/transcoding/saved-presets.ts";
import { WEBHOOK_SUBJECTS_MAX, WEBHOOKS_MAX } from "@kinora/domain/webhooks/limits.ts";
import { OWN_HEADERS_MAX } from "@kinora/domain/webhooks/own-headers.ts";
import { z } from "zod";
import { analyticsFields } from "../analytics/providers.ts";
import { roleSettings } from "../people/roles.ts";
import { domain, projectName, settingFields } from "../projects/projects.ts";
import { ladderShape, savedPreset } from "../projects/resolutions.ts";
import { categoryName } from "../videos/categories.ts";
import { headerName, webhookFields } from "../webhooks/webhooks.ts";
import { leftOut, namedOnce } from "./left-out.ts";

export const settingsPart = z.strictObject({
  /** Left out, it stays: one file can set up many projects. */
  name: projectName.optional(),
  domain: domain.optional(),
  ...leftOut(settingFields, NEW_PROJECT_SETTINGS).shape,
  default_category: categoryName.nullable().default(null),
});

const rungFields = ladderShape.rungs.element.shape;
const rung = z.strictObject({
  height: rungFields.height,
  enabled: rungFields.enabled.optional(),
  crf: rungFields.crf.optional(),
  max_bitrate_kbps: rungFields.max_bitrate_kbps.optional(),
  codecs: rungFields.codecs,
});

/** All rungs, lowest first: what the file does not say of one is as usual. */
function allRungs(given: readonly z.output<typeof rung>[]) {
  return RUNG_HEIGHTS.flatMap((height) => {
    const usual = usualLadder.rungs.find((each) => each.height === height);
    if (!usual) return [];
    const own = given.find((each) => each.height === height);
    return [
      {
        height,
        enabled: own?.enabled ?? usual.enabled,
        crf: own?.crf ?? usual.crf,
        max_bitrate_kbps: own?.max_bitrate_kbps ?? usual.maxBitrateKbps,
        codecs: own?.codecs ?? [],
      },
    ];
  });
}

const rungsOfFile = z
  .array(rung)
  .max(RUNG_HEIGHTS.length)
  .superRefine(namedOnce(({ height }) => String(height), ["height"]))
  .prefault([])
  .transform(allRungs);

export const ladderPart = z
  .strictObject({
    rungs: rungsOfFile,
    max_fps: ladderShape.max_fps.default(usualLadder.maxFps),
    audio_kbps: ladderShape.audio_kbps.default(usualLadder.audioKbps),
    low_audio: ladderShape.low_audio.default(usualLadder.lowAudio),
    surround: ladderShape.surround.default(usualLadder.surround),
    mp4: ladderShape.mp4.default(usualLadder.mp4),
    remux: ladderShape.remux.default(usualLadder.remux),
    remux_max_kbps: ladderShape.remux_max_kbps.default(usualLadder.remuxMaxKbps),
    drop_similar: ladderShape.drop_similar,
    keep_hdr: ladderShape.keep_hdr,
    presets: z
      .array(
        z.strictObject({
          name: savedPreset.shape.name,
          rungs: rungsOfFile,
          max_fps: ladderShape.max_fps.default(usualLadder.maxFps),
          audio_kbps: ladderShape.audio_kbps.default(usualLadder.audioKbps),
        }),
      )
      .default([]),
  })
  .superRefine(({ rungs, presets, remux, remux_max_kbps: remuxMaxKbps }, issues) => {
    const asRungs = (given: typeof rungs) =>
      given.map(({ max_bitrate_kbps: maxBitrateKbps, ...each }) => ({ ...each, maxBitrateKbps }));
    const asPresets = presets.map(({ name, rungs: own, max_fps: maxFps, audio_kbps: audioKbps }) => ({
      ...{ name, rungs: asRungs(own), maxFps, audioKbps },
    }));
    const options = { remux, remuxMaxKbps };
    const problem = ladderProblem({ rungs: asRungs(rungs), ...options }) ?? presetsProblem(asPresets, options);
    if (problem) issues.addIssue({ code: "custom", path: problem.field.split("."), message: problem.message });
  });

const { google, matomo, pixel, ...countingFields } = analyticsFields;
export const analyticsPart = leftOut(
  {
    google: leftOut(google.shape, NO_PROVIDERS.google).prefault({}),
    matomo: leftOut(matomo.shape, NO_PROVIDERS.matomo).prefault({}),
    pixel: leftOut(pixel.shape, NO_PROVIDERS.pixel).prefault({}),
    ...countingFields,
  },
  NO_PROVIDERS,
).superRefine((settings, issues) => {
  for (const [field, message] of Object.entries(providerProblems(settings)))
    issues.addIssue({ code: "custom", path: field.split("."), message });
});

/** Roles of the account's own; the built-in ones are everywhere the same. */
export const rolesPart = z
  .array(z.strictObject({ ...roleSettings, permissions: roleSettings.permissions.prefault([]) }))
  .max(ROLES_MAX, `An account can have up to ${ROLES_MAX} roles.`)
  .superRefine(namedOnce(({ title }) => title, ["title"]));

const webhook = z
  .strictObject({
    name: webhookFields.name,
    url: webhookFields.url.nullable().default(null),
    /** It sends to an inbox on this installation in place of an address. */
    inbox: z.boolean().default(false),
    events: webhookFields.events.transform((types) => types.toSorted()),
    /** Names of categories; none: videos and livestreams of all. Left out, they stay. */
    categories: z
      .array(categoryName)
      .max(WEBHOOK_SUBJECTS_MAX)
      .transform((names) => names.toSorted())
      .optional(),
    /** Names of headers; their values are not in a file. Left out, they stay. */
    headers: z.array(headerName).max(OWN_HEADERS_MAX).optional(),
    enabled: z.boolean().default(true),
  })
  .superRefine(({ url, inbox }, issues) => {
    if ((url === null) !== inbox)
      issues.addIssue({ code: "custom", path: ["url"], message: "Write either a url or inbox: true." });
  });

export const webhooksPart = z.array(webhook).max(WEBHOOKS_MAX, `A project can have up to ${WEBHOOKS_MAX} webhooks.`);
