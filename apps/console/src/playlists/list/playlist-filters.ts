import { PLAYLIST_TYPES } from "@kinora/domain/playlists/playlists.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { PlaylistsAt } from "./playlists-view.ts";

/** What the list can be narrowed to: a type, and published or not. */
export function usePlaylistFilters({ address: { type, published }, show }: PlaylistsAt) {
  const { t } = useTranslation("playlists");
  const segments = {
    id: "type",
    label: t("type"),
    all: t("allTypes"),
    options: PLAYLIST_TYPES.map((value) => ({ value, label: t(`type_${value}`) })),
    value: type,
    onChange: (value: string | undefined) => show({ type: PLAYLIST_TYPES.find((each) => each === value) }),
  };
  const publishedFilter = {
    kind: "choice" as const,
    id: "published",
    label: t("filterPublished"),
    options: [
      { value: "true", label: t("published") },
      { value: "false", label: t("unpublished") },
    ],
    value: published,
    onChange: (value: string | undefined) =>
      show({ published: value === "true" || value === "false" ? value : undefined }),
  };
  return { segments, filters: [publishedFilter] };
}
