import { IconCopyPlus, IconEye, IconEyeOff, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "../platform/i18n.ts";
import { offered } from "../shell/menus/actions.ts";
import type { Playlist } from "./queries.ts";
import type { usePlaylistActions } from "./use-playlist-actions.ts";

const icon = { size: 16, stroke: 1.6 };

/**
 * The menu items for people who manage a playlist, in its row and on its page; none for others.
 * @param remove asks, and deletes it.
 */
export function usePlaylistItems(mayManage: boolean, actions: ReturnType<typeof usePlaylistActions>) {
  const { t } = useTranslation("playlists");
  return ({ id, published }: Pick<Playlist, "id" | "published">, remove: () => void) => ({
    changes: [
      ...offered(mayManage, {
        label: published ? t("unpublish") : t("publish"),
        icon: published ? <IconEyeOff {...icon} /> : <IconEye {...icon} />,
        onChoose: () => actions.setPublished(id, !published),
      }),
      ...offered(mayManage, {
        label: t("duplicate"),
        icon: <IconCopyPlus {...icon} />,
        onChoose: () => actions.duplicate(id),
      }),
    ],
    deletion: offered(mayManage, {
      label: t("delete"),
      icon: <IconTrash {...icon} />,
      danger: true,
      onChoose: remove,
    }),
  });
}
