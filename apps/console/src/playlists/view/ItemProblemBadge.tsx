import type { ItemProblem } from "@kinora/domain/playlists/playlists.ts";
import { IconEyeOff } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import styles from "../Playlists.module.css";

/** Why viewers do not get a video of a playlist; nothing when they do. */
export function ItemProblemBadge({ problem }: { problem: ItemProblem | null }) {
  const { t } = useTranslation("playlists");
  if (problem === null) return null;
  return (
    <span className={styles["problem"]} title={t("problemHint")}>
      <IconEyeOff size={12} stroke={1.8} aria-hidden="true" />
      {t(`problem_${problem}`)}
    </span>
  );
}
