import { differingSettings } from "@kinora/domain/players/settings.ts";
import { Menu } from "@kinora/ui/floats.ts";
import type { OpenedLater } from "@kinora/ui/kit/OpensLater.tsx";
import { formatMoment } from "@kinora/ui/moments.ts";
import { Box } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { playersKey, type PlayerDetail } from "../queries.ts";
import { settingsOf, type PlayerForm } from "./player-form.ts";
import { useSettingWords } from "./use-setting-words.ts";
import styles from "./Editor.module.css";

export interface VersionListProps {
  player: PlayerDetail;
  form: PlayerForm;
  canManage: boolean;
  onChanged: (player: PlayerDetail) => void;
}

/** The versions of a player, to go back to. */
export function VersionList({ player, form, canManage, onChanged, target, ...menu }: VersionListProps & OpenedLater) {
  const { t } = useTranslation("players");
  const words = useSettingWords();
  const revert = useAction(api.players.revertPlayer, {
    changes: [playersKey(player.project_id)],
    failure: t("notSaved"),
    onDone: ({ data }) => onChanged(data),
  });
  const draft = settingsOf(form.values);
  return (
    <Menu {...menu} position="bottom-end" width={320}>
      <Menu.Target>{target}</Menu.Target>
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
              <Box component="span" fw={600}>
                {t("publishedVersion", { number })}
              </Box>
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
