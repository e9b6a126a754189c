import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { completedVideosQuery, inProgressVideosQuery } from "../platform/videos.ts";
import styles from "./Dashboard.module.css";

const FIRST_PAGE = { page: 1, perPage: 30, search: "", published: null } as const;

/** The figures that are known today: how many videos, how much work, how much storage. */
export function StorageStrip({ projectId }: { projectId: number }) {
  const { t } = useTranslation("dashboard");
  const upload = useStore(session, ({ config }) => config?.upload ?? null);
  const { permissions } = useViewer();
  const seesVideos = permissions.video_view || permissions.video_add;
  const completed = useQuery({ ...completedVideosQuery(projectId, FIRST_PAGE), enabled: seesVideos });
  const moving = useQuery({ ...inProgressVideosQuery(projectId), enabled: seesVideos });
  const count = (total: number | undefined) => (total === undefined ? "–" : formatNumber(total));
  const figures: [string, string][] = [
    ...(seesVideos
      ? ([
          [t("videosCount"), count(completed.data?.pagination.total)],
          [t("inProgressCount"), count(moving.data?.pagination.total)],
        ] satisfies [string, string][])
      : []),
    ...(upload === null
      ? []
      : ([
          [t("storageUsed"), formatBytes(upload.used_bytes)],
          [t("storageLimit"), upload.limit_bytes === null ? t("unlimited") : formatBytes(upload.limit_bytes)],
        ] satisfies [string, string][])),
  ];
  return (
    <dl className={styles["strip"]}>
      {figures.map(([name, value]) => (
        <div key={name} className={styles["figure"]}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
