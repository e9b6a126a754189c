import { ActionMenu } from "@kinora/ui/kit/ActionMenu.tsx";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { ActionIcon, Box, Group } from "@mantine/core";
import { IconDots, IconPencil } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import type { Player } from "../queries.ts";
import { usePlayerMenu } from "../use-player-menu.tsx";
import { usePlayerUses } from "../use-player-uses.ts";
import { PlayerSkin } from "./PlayerSkin.tsx";
import styles from "./Players.module.css";

const icon = { size: 16, stroke: 1.6 } as const;

interface Props {
  player: Player;
  projectId: number;
  poster: string | null;
  /** Of the last 28 days; undefined until they are read, and for those who see no reports. */
  plays: number | undefined;
  canManage: boolean;
}

/** One player: how it looks, where it is used, and what can be done with it. */
export function PlayerCard({ player, projectId, poster, plays, canManage }: Props) {
  const { t } = useTranslation("players");
  const navigate = useNavigate();
  const menu = usePlayerMenu(projectId);
  const open = () => void navigate({ to: "/player/$playerId", params: { playerId: String(player.id) } });
  const uses = [...(player.is_default ? [t("usedByDefault")] : []), ...usePlayerUses()(player)];
  const facts = [
    ...(plays === undefined ? [] : [t("plays", { count: plays, number: formatNumber(plays) })]),
    ...(player.domains > 0 ? [t("domains", { count: player.domains })] : []),
  ];
  return (
    <li className={styles["card"]}>
      <PlayerSkin settings={player.settings} poster={poster} />
      <Box pt="sm" pb="sm" pl="sm" pr={44} miw={0}>
        <Group gap="xs" wrap="nowrap" miw={0}>
          <Link to="/player/$playerId" params={{ playerId: String(player.id) }} className={styles["link"]} dir="auto">
            {player.title}
          </Link>
          {player.is_default ? <span className={styles["chip"]}>{t("default")}</span> : null}
        </Group>
        <Box component="p" className="note" mt={2}>
          {uses.length === 0 ? t("usedByNone") : uses.join(" · ")}
        </Box>
        {facts.length === 0 ? null : (
          <Box component="p" className="note" mt={2}>
            {facts.join(" · ")}
          </Box>
        )}
        <Box component="p" className="note" mt={2}>
          {t("updated")} <Moment at={player.updated_at} />
        </Box>
        {player.has_draft ? (
          <Box component="p" className="note" c="var(--kinora-unpublished)" mt={2}>
            {t("unpublished")}
          </Box>
        ) : null}
      </Box>
      {canManage ? (
        <div className={styles["menu"]}>
          <ActionMenu actions={[{ label: t("edit"), icon: <IconPencil {...icon} />, onChoose: open }, ...menu(player)]}>
            <ActionIcon aria-label={t("actionsOf", { title: player.title })}>
              <IconDots {...icon} />
            </ActionIcon>
          </ActionMenu>
        </div>
      ) : null}
    </li>
  );
}
