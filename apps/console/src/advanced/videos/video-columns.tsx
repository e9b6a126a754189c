import type { Column } from "@kinora/ui/kit/columns.ts";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { posterOf } from "../../platform/posters.ts";
import { showsFacts, useFigureColumns, useWordColumns } from "../../videos/library/fact-columns.tsx";
import { InstallationVideoState } from "./InstallationVideoState.tsx";
import type { InstallationVideo } from "./video-queries.ts";
import styles from "./Videos.module.css";

const SHOWN: ReadonlySet<string> = new Set(["size", "added"]);

/** The columns of a project's videos: those about the file are left out, the usual ones are shown, others on demand. */
const useProjectColumns = (): Column<InstallationVideo>[] =>
  [...useWordColumns(), ...useFigureColumns()]
    .filter(({ id }) => !showsFacts([id]))
    .map(({ sorts: _sorts, ...column }) => ({ ...column, onDemand: !SHOWN.has(column.id) }));

/** The columns of the videos of all accounts: whose they are, and those of a project's videos. */
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
    ...useProjectColumns(),
  ];
}
