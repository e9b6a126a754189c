import { ActionMenu } from "@kinora/ui/kit/ActionMenu.tsx";
import { OpensLater } from "@kinora/ui/kit/OpensLater.tsx";
import { laterCode } from "@kinora/ui/later.ts";
import { ActionIcon, Button } from "@mantine/core";
import { IconDots, IconHistory } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { usePlayerMenu } from "../use-player-menu.tsx";
import type { VersionListProps } from "./VersionList.tsx";

const versions = laterCode(async () => (await import("./VersionList.tsx")).VersionList);
const icon = { size: 16, stroke: 1.6 } as const;

/** The versions of a player, and what can be done with it besides editing. */
export function EditorMenus({ player, form, canManage, onChanged }: VersionListProps) {
  const { t } = useTranslation("players");
  const navigate = useNavigate();
  const menu = usePlayerMenu(player.project_id, () => void navigate({ to: "/player", ignoreBlocker: true }));
  return (
    <>
      <OpensLater code={versions} given={{ player, form, canManage, onChanged }}>
        <Button variant="default" leftSection={<IconHistory {...icon} />}>
          {t("publishedVersion", { number: player.version })}
        </Button>
      </OpensLater>
      {canManage ? (
        <ActionMenu actions={menu(player)}>
          <ActionIcon aria-label={t("more")} size={32}>
            <IconDots {...icon} />
          </ActionIcon>
        </ActionMenu>
      ) : null}
    </>
  );
}
