import { formatBytes } from "@kinora/ui/bytes.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { posterOf } from "../../platform/posters.ts";
import { createdColumn } from "../../shell/lists/columns.tsx";
import { TakenDownStatus } from "../../videos/VideoStatus.tsx";
import type { InstallationVideo } from "./video-queries.ts";
import styles from "./Videos.module.css";

/** How a video's list is marked. */
const MARKS = { completed: "complete", inprogress: "processing", failed: "failed", trash: "gone" } as const;

/** The state of a video of any account: taken down, published, or in which list it is. */
export function InstallationVideoState({
  video: { state, published, taken_down: takenDown },
}: {
  video: Pick<InstallationVideo, "state" | "published" | "taken_down">;
}) {
  const { t } = useTranslation("installationVideos");
  if (takenDown) return <TakenDownStatus />;
  if (published && state === "completed") return <StatusDot state="published">{t("published")}</StatusDot>;
  return <StatusDot state={MARKS[state]}>{t(state)}</StatusDot>;
}

/** The columns of the videos of all accounts. */
export function useVideoColumns(): Column<InstallationVideo>[] {
  const { t } = useTranslation("installationVideos");
  const named = (id: "account" | "project", priority: number): Column<InstallationVideo> => ({
    id,
    header: t(id),
    min: 140,
    grow: 1,
    priority,
    optional: true,
    mobile: "meta",
    cell: (video) => video[id].name,
  });
  return [
    {
      id: "title",
      header: t("title"),
      min: 240,
      grow: 2,
      mobile: "title",
      cell: ({ id, title, image_urls: images, duration_seconds: seconds }) => (
        <Group gap="sm" wrap="nowrap" miw={0}>
          <Thumb {...posterOf(images)} durationSeconds={seconds} />
          <Link
            to="/advanced/videos/$videoId"
            params={{ videoId: String(id) }}
            className={styles["name"] ?? ""}
            title={title}
            dir="auto"
          >
            {title}
          </Link>
        </Group>
      ),
    },
    {
      id: "state",
      header: t("state"),
      min: 120,
      mobile: "meta",
      cell: (video) => <InstallationVideoState video={video} />,
    },
    named("project", 5),
    named("account", 6),
    {
      id: "size",
      header: t("size"),
      min: 90,
      priority: 4,
      align: "end",
      optional: true,
      mobile: "hidden",
      cell: ({ size_bytes: bytes }) => formatBytes(bytes),
    },
    createdColumn(t("created"), 3),
  ];
}
