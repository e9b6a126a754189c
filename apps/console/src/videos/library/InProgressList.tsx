import { canCancel, canRetry } from "@kinora/domain/videos/videos.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { personName } from "@kinora/ui/kit/people.ts";
import { ActionIcon, Progress, Stack } from "@mantine/core";
import { IconPlayerStopFilled, IconProgressCheck, IconRefresh, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import type { Video } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { useTranscoding } from "../files/use-transcoding.ts";
import { useDeleteVideo } from "../use-delete-video.ts";
import { VideoStatus } from "../VideoStatus.tsx";
import { placeOf } from "./library-view.ts";
import { useLibraryFilters } from "./use-library-filters.tsx";
import { useLibraryList, type LibraryListProps } from "./use-library-list.ts";
import { useUploadAction } from "./use-nothing-yet.tsx";
import { useTitleColumn } from "./video-columns.tsx";

const icon = { size: 16, stroke: 1.6 } as const;

/** Videos in progress: how far each is, how long it will take, and what went wrong with those that stopped. */
export function InProgressList(props: LibraryListProps) {
  const { projectId, at, peek } = props;
  const { t } = useTranslation("videos");
  const { list, rows } = useLibraryList(props);
  const columns = [useTitleColumn(placeOf(at.address)), ...useProgressColumns()];
  const upload = useUploadAction();
  return (
    <div ref={rows}>
      <ListPage
        name="library-inprogress"
        label={t("inProgress")}
        at={at}
        list={list}
        columns={columns.map(({ sorts: _sorts, ...column }) => column)}
        height="tall"
        nameOf={({ title }) => title}
        searchLabel={t("search")}
        filters={useLibraryFilters(projectId, at).filters}
        current={peek.id}
        note={({ error }) => error?.message}
        actions={(video) => <RowActions video={video} />}
        empty={{
          icon: <IconProgressCheck size={22} stroke={1.6} />,
          title: t("emptyInProgress"),
          text: t("emptyInProgressText"),
          action: upload,
        }}
        noMatch={t("emptyFilter")}
        permission="video_view"
      />
    </div>
  );
}

const percentOf = (video: Video) => (video.status === "uploading" ? video.upload_progress : video.progress) ?? 0;

function useProgressColumns(): Column<Video>[] {
  const { t } = useTranslation("videos");
  return [
    {
      id: "progress",
      header: t("columnProgress"),
      min: 180,
      grow: 2,
      mobile: "meta",
      cell: (video) => (
        <Stack gap={4}>
          <VideoStatus video={video} />
          {canCancel(video.status) ? <Progress value={percentOf(video)} aria-label={t("columnProgress")} /> : null}
        </Stack>
      ),
    },
    {
      id: "uploader",
      header: t("columnUploader"),
      min: 110,
      grow: 1,
      priority: 1,
      mobile: "hidden",
      optional: true,
      cell: ({ user }) => (user ? personName(user) : t("unknownUser")),
    },
    {
      id: "added",
      header: t("columnAdded"),
      min: 104,
      align: "end",
      priority: 2,
      mobile: "meta",
      optional: true,
      cell: ({ created_at: at }) => <Moment at={at} />,
    },
  ];
}

function RowActions({ video }: { video: Video }) {
  const { t } = useTranslation("videos");
  const { permissions } = useViewer();
  const { mutate: transcode } = useTranscoding();
  const deleteVideo = useDeleteVideo();
  const { id, status } = video;
  const mayWork = permissions.video_edit || permissions.video_add;
  const action = (label: string, sign: ReactNode, onClick: () => void) => (
    <ActionIcon aria-label={label} title={label} onClick={onClick}>
      {sign}
    </ActionIcon>
  );
  return (
    <>
      {mayWork && canRetry(status) && video.error?.retryable !== false
        ? action(t("retry"), <IconRefresh {...icon} />, () => transcode({ action: "retry", id }))
        : null}
      {mayWork && canCancel(status)
        ? action(t("cancelConversion"), <IconPlayerStopFilled {...icon} />, () => transcode({ action: "cancel", id }))
        : null}
      {permissions.video_delete && !canCancel(status)
        ? action(t("delete"), <IconTrash {...icon} />, () => void deleteVideo(video))
        : null}
    </>
  );
}
