import { ActionIcon, Menu } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconCopyPlus, IconDots, IconReplace } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { CopyDetailsDialog } from "./CopyDetailsDialog.tsx";
import { libraryView, orderOf, selectionOf } from "./libraryView.ts";
import { ReplaceDialog } from "./ReplaceDialog.tsx";
import type { VideoSearch } from "./videoView.ts";
import styles from "./VideoDetail.module.css";

/** The ways to the videos beside this one, and what is done with it more rarely. */
export function VideoActions({ video, search }: { video: VideoDetail; search: VideoSearch }) {
  const { t } = useTranslation("video");
  const { permissions } = useViewer();
  const [open, setOpen] = useState<"replace" | "copy" | null>(null);
  const { tab: _tab, ...list } = search;
  const view = libraryView(list);
  const sort = orderOf(view);
  const neighbours = useQuery({
    queryKey: ["neighbours", video.project_id, video.id, selectionOf(view), sort],
    queryFn: ({ signal }) =>
      api.videoDetails.listNeighbours(
        { id: video.id, ...selectionOf(view), ...(sort === null ? {} : { sort }) },
        { signal },
      ),
  });
  const { previous = null, next = null } = neighbours.data ?? {};
  const mayReplace = permissions.video_replace && permissions.video_add && video.status === "complete";
  return (
    <div className={styles["actions"]}>
      <Neighbour id={previous} label={t("previous")} search={search}>
        <IconChevronLeft size={16} stroke={1.6} />
      </Neighbour>
      <Neighbour id={next} label={t("next")} search={search}>
        <IconChevronRight size={16} stroke={1.6} />
      </Neighbour>
      {permissions.video_edit ? (
        <Menu position="bottom-end" width={240}>
          <Menu.Target>
            <ActionIcon aria-label={t("more")}>
              <IconDots size={16} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {mayReplace ? (
              <Menu.Item leftSection={<IconReplace size={16} stroke={1.6} />} onClick={() => setOpen("replace")}>
                {t("replaceFile")}
              </Menu.Item>
            ) : null}
            <Menu.Item leftSection={<IconCopyPlus size={16} stroke={1.6} />} onClick={() => setOpen("copy")}>
              {t("copyDetailsFrom")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {open === "replace" ? <ReplaceDialog video={video} onClose={() => setOpen(null)} /> : null}
      {open === "copy" ? <CopyDetailsDialog video={video} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}

function Neighbour({
  id,
  label,
  search,
  children,
}: {
  id: number | null;
  label: string;
  search: VideoSearch;
  children: ReactNode;
}) {
  if (id === null) {
    return (
      <ActionIcon aria-label={label} disabled>
        {children}
      </ActionIcon>
    );
  }
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      renderRoot={(props) => (
        <Link to="/video/$videoId" params={{ videoId: String(id) }} search={search} {...props}>
          {children}
        </Link>
      )}
    />
  );
}
