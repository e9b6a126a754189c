import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import { Button, Group } from "@mantine/core";
import { IconCircleCheck, IconReplace, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import type { Video } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { Later } from "../../shell/menus/Later.tsx";
import { BulkBarLater } from "../bulk/BulkBarLater.tsx";
import { useTranscoding } from "../files/use-transcoding.ts";
import { useDeleteVideo } from "../use-delete-video.ts";
import { placeOf } from "./library-view.ts";
import { useLibraryFilters } from "./use-library-filters.tsx";
import { useLibraryList, type LibraryListProps } from "./use-library-list.ts";
import { useTitleColumn } from "./video-columns.tsx";
import styles from "./Library.module.css";

const TaskDialog = lazyPart(async () => (await import("./RowTaskDialog.tsx")).RowTaskDialog, {
  video: async () => (await import("../video/detail-texts.ts")).videoTexts,
});

/** Videos that failed, each with the reason and what can be done about it. */
export function FailedList(props: LibraryListProps) {
  const { projectId, at, peek } = props;
  const { t } = useTranslation(["videos", "library"]);
  const { list, rows, selection, bulk } = useLibraryList(props);
  const { permissions } = useViewer();
  const [replaced, setReplaced] = useState<number | null>(null);
  const deleteVideo = useDeleteVideo();
  const menu = (video: Video): RowAction[] => [
    {
      label: t("delete"),
      icon: <IconTrash size={16} stroke={1.6} />,
      danger: true,
      onChoose: () => void deleteVideo(video),
    },
  ];
  const added: Column<Video> = {
    id: "added",
    header: t("columnAdded"),
    min: 104,
    align: "end",
    mobile: "meta",
    sorts: ["-created", "created"],
    cell: ({ created_at: moment }) => <Moment at={moment} />,
  };
  return (
    <>
      <BulkBarLater {...bulk} actions={["delete"]} />
      <div ref={rows}>
        <ListPage
          name="library-failed"
          label={t("library:failed")}
          at={at}
          list={list}
          columns={[useTitleColumn(placeOf(at.address)), added]}
          height="tall"
          nameOf={({ title }) => title}
          searchLabel={t("search")}
          filters={useLibraryFilters(projectId, at).filters}
          selection={selection}
          selecting={selection.selected.size > 0}
          current={peek.id}
          note={(video) => <Failure video={video} onReplace={() => setReplaced(video.id)} />}
          menu={permissions.video_delete ? menu : undefined}
          empty={{
            icon: <IconCircleCheck size={22} stroke={1.6} className={styles["good"]} />,
            title: t("library:emptyFailed"),
            text: t("library:emptyFailedText"),
          }}
          noMatch={t("emptyFilter")}
          permission="video_view"
        />
      </div>
      <Later when={replaced !== null}>
        {replaced === null ? null : <TaskDialog task="replace" id={replaced} onClose={() => setReplaced(null)} />}
      </Later>
    </>
  );
}

/** Why a video failed, below its title, and what helps: another try where that can, or another file. */
function Failure({ video, onReplace }: { video: Video; onReplace: () => void }) {
  const { t } = useTranslation(["videos", "library"]);
  const { permissions } = useViewer();
  const { mutate: transcode, isPending } = useTranscoding();
  const { id, title, error } = video;
  return (
    <div className={styles["failure"]}>
      <p>{error?.message ?? t("reasonUnknown")}</p>
      <Group gap="xs">
        {(permissions.video_edit || permissions.video_add) && error?.retryable !== false ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t("retryOf", { title })}
            loading={isPending}
            onClick={() => transcode({ action: "retry", id })}
          >
            {t("retry")}
          </Button>
        ) : null}
        {permissions.video_replace && permissions.video_add ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t("replaceFileOf", { title })}
            leftSection={<IconReplace size={14} stroke={1.6} />}
            onClick={onReplace}
          >
            {t("library:replaceFile")}
          </Button>
        ) : null}
      </Group>
    </div>
  );
}
