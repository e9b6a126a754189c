import type { Translate } from "../platform/i18n.ts";
import type { Profile } from "./queries.ts";

/** What a profile is used for, as `3 videos, 1 category`; empty where it is not. */
export const usesOf = (t: Translate<"restrictions">, { used_by: used, is_default: isDefault }: Profile): string =>
  [
    ...(isDefault ? [t("usesDefault")] : []),
    ...(used.videos > 0 ? [t("usesVideos", { count: used.videos })] : []),
    ...(used.streams > 0 ? [t("usesStreams", { count: used.streams })] : []),
    ...(used.playlists > 0 ? [t("usesPlaylists", { count: used.playlists })] : []),
    ...(used.categories > 0 ? [t("usesCategories", { count: used.categories })] : []),
  ].join(", ");
