import type { SettingField } from "../platform/setting-fields.ts";
import { projectsTexts as texts } from "./texts.ts";

const on = (to: string, page: string, permission: SettingField["permission"], labels: readonly string[]) =>
  labels.map((label) => ({ label, to, page, permission }));

/** The fields of the project's settings, as they are searched for. */
export const settingFields: readonly SettingField[] = [
  ...on("/settings/project/settings", texts.tabSettings, null, [
    texts.domain,
    texts.timezone,
    texts.publishedUrlPattern,
    texts.defaultPrivacy,
    texts.maxUpload,
    texts.defaultCategory,
    texts.originals,
    texts.trashDays,
    texts.deleteProject,
  ]),
  ...on("/settings/project/resolutions", texts.tabResolutions, "resolutions_view", [
    texts.maxFps,
    texts.audio,
    texts.mp4,
    texts.neverUpscale,
    texts.remux,
    texts.fastFirst,
    texts.watermark,
  ]),
];
