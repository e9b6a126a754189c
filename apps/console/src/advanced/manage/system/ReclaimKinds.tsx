import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "../../../platform/i18n.ts";
import type { StorageScan } from "./system-queries.ts";
import styles from "./System.module.css";

type Candidate = StorageScan["candidates"][number];

/** What rows speak of and could go: how much it is, its largest ones, and where it is dealt with. */
export function ReclaimKinds({ candidates }: { candidates: readonly Candidate[] }) {
  const { t } = useTranslation("system");
  const places: Record<Candidate["kind"], ReactNode> = {
    trash: (
      <Link to="/advanced/videos" search={{ state: "trash" }}>
        {t("showVideos")}
      </Link>
    ),
    failed: (
      <Link to="/advanced/videos" search={{ state: "failed" }}>
        {t("showVideos")}
      </Link>
    ),
    originals: <Link to="/advanced/projects">{t("showProjects")}</Link>,
    rarely_watched: null,
  };
  return (
    <ul className={styles["kinds"]} aria-label={t("reclaim")}>
      {candidates.map(({ kind, count, bytes, largest }) => (
        <li key={kind}>
          <div className={styles["line"]}>
            <strong>{t(`kind_${kind}`)}</strong>
            <span>
              {count === 0
                ? t("nothing")
                : t("countAndSize", { count, number: formatNumber(count), size: formatBytes(bytes) })}
            </span>
          </div>
          <div className={styles["line"]}>
            <Text mt={4} mb="xs" c="dimmed">
              {t(`kindText_${kind}`)}
            </Text>
            {count === 0 ? null : places[kind]}
          </div>
          {largest.length === 0 ? null : (
            <ul className={styles["largest"]} aria-label={t("largestOf", { kind: t(`kind_${kind}`) })}>
              {largest.map(({ video_id: id, title, label, bytes: size }) => (
                <li key={`${id} ${label}`} className={styles["line"]}>
                  <Link to="/advanced/videos/$videoId" params={{ videoId: String(id) }}>
                    {label === null ? title : t("titleAndLabel", { title, label })}
                  </Link>
                  <span>{formatBytes(size)}</span>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
