import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import { IconCopy, IconStar, IconTrash } from "@tabler/icons-react";
import { api } from "../platform/client.ts";
import { confirm } from "../platform/confirm.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { offered } from "../shell/menus/actions.ts";
import { useCurlAction } from "../shell/menus/use-curl-action.tsx";
import { playersKey, type Player } from "./queries.ts";
import { usePlayerUses } from "./use-player-uses.ts";

const icon = { size: 16, stroke: 1.6 } as const;

/** Makes a player the one of all embeds without a player. */
export function useMakeDefault(projectId: number) {
  const { t } = useTranslation("players");
  return useAction(api.players.setDefaultPlayer, {
    changes: [playersKey(projectId), ["player"]],
    failure: t("notSaved"),
  });
}

type MenuPlayer = Pick<Player, "id" | "title" | "is_default" | "videos" | "streams" | "playlists">;

/** What a menu offers for a player of a project besides editing it. `onRemoved` runs once it is deleted. */
export function usePlayerMenu(projectId: number, onRemoved?: () => void): (player: MenuPlayer) => readonly RowAction[] {
  const { t } = useTranslation(["players", "layout"]);
  const changes = [playersKey(projectId), ["player"]];
  const curl = useCurlAction();
  const duplicate = useAction(api.players.duplicatePlayer, { changes, failure: t("notSaved") });
  const makeDefault = useMakeDefault(projectId);
  const remove = useAction(api.players.deletePlayer, {
    changes: [playersKey(projectId)],
    failure: t("notDeleted"),
    ...(onRemoved ? { onDone: onRemoved } : {}),
  });
  const usesOf = usePlayerUses();
  const askRemove = async ({ id, title, ...uses }: MenuPlayer) => {
    const sure = t("layout:confirmPermanently", { action: t("layout:delete").toLowerCase(), item: t("deleteItem") });
    const used = usesOf(uses).join(", ");
    const text = `${sure} ${used === "" ? t("deleteUnused") : t("deleteUsed", { uses: used })}`;
    if (await confirm({ title: t("deleteTitle", { title }), text, yes: t("remove"), danger: true }))
      remove.mutate({ id });
  };
  return (player) => [
    { label: t("duplicate"), icon: <IconCopy {...icon} />, onChoose: () => duplicate.mutate({ id: player.id }) },
    ...offered(!player.is_default, {
      label: t("makeDefault"),
      icon: <IconStar {...icon} />,
      onChoose: () => makeDefault.mutate({ id: player.id }),
    }),
    curl(`/players/${player.id}`),
    ...offered(!player.is_default, {
      label: t("remove"),
      icon: <IconTrash {...icon} />,
      danger: true,
      onChoose: () => void askRemove(player),
    }),
  ];
}
