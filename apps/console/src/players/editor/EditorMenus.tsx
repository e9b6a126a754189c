import { differingSettings } from "@kinora/domain/players/settings.ts";
import { formatMoment } from "@kinora/ui/moments.ts";
import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconDots, IconHistory } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { ActionMenu } from "../../shell/menus/ActionMenu.tsx";
import { playersKey, type PlayerDetail } from "../queries.ts";
import { usePlayerMenu } from "../use-player-menu.tsx";
import { settingsOf, type PlayerForm } from "./player-form.ts";
import { useSettingWords } from "./use-setting-words.ts";
import styles from "./Editor.module.css";

const icon = { size: 16, stroke: 1.6 } as const;

interface Props {
  player: PlayerDetail;
  form: PlayerForm;
  canManage: boolean;
  onChanged: (player: PlayerDetail) => void;
}

/** The versions of a player, and what can be done with it besides editing. */
export function EditorMenus({ player, form, canManage, onChanged }: Props) {
  const { t } = useTranslation("players");
  const navigate = useNavigate();
  const menu = usePlayerMenu(player.project_id, () => void navigate({ to: "/player", ignoreBlocker: true }));
  return (
    <>
      <Versions player={player} form={form} canManage={canManage} onChanged={onChanged} />
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

function Versions({ player, form, canManage, onChanged }: Props) {
  const { t } = useTranslation("players");
  const words = useSettingWords();
  const revert = useAction(api.players.revertPlayer, {
    changes: [playersKey(player.project_id)],
    failure: t("notSaved"),
    onDone: ({ data }) => onChanged(data),
  });
  const draft = settingsOf(form.values);
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconHistory {...icon} />}>
          {t("publishedVersion", { number: player.version })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles["versions"] ?? ""}>
        <Menu.Label>{t("versions")}</Menu.Label>
        {player.versions.map(({ number, settings, created_at: at, by }) => {
          const names = differingSettings(settings, draft);
          return (
            <Menu.Item
              key={number}
              disabled={!canManage || names.length === 0}
              onClick={() =>
                void revert.mutateAfter(
                  {
                    title: t("revertTitle", { number }),
                    text: t("revertText", { number }),
                    yes: t("revert"),
                    danger: false,
                  },
                  { id: player.id, version: number },
                )
              }
            >
              <span className={styles["version"]}>{t("publishedVersion", { number })}</span>
              <small className={styles["versionFacts"]}>
                {t("versionBy", { when: formatMoment(at), who: by ?? t("someone") })}
                <br />
                {names.length === 0
                  ? t("same")
                  : t("differsIn", { names: names.map((name) => words(name, settings)).join(", ") })}
              </small>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
