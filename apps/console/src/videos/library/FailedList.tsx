import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { ActionIcon } from "@mantine/core";
import { IconCircleCheck, IconRefresh, IconReplace, IconTrash } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
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
const icon = { size: 16, stroke: 1.6 } as const;

/** Videos that failed, each with the reason and what can be done about it. */
export function FailedList(props: LibraryListProps) {
  const { projectId, at, peek } = props;
  const { t } = useTranslation(["videos", "library"]);
  const { list, rows, selection, bulk } = useLibraryList(props);
  const [replaced, setReplaced] = useState<number | null>(null);
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
          note={({ error }) => error?.message ?? t("reasonUnknown")}
          actions={(video) => <Remedies video={video} onReplace={() => setReplaced(video.id)} />}
          actionsWidth={90}
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

/** What a person may do about a failed video: try again where that can help, send another file, delete it. */
function Remedies({ video, onReplace }: { video: Video; onReplace: () => void }) {
  const { t } = useTranslation(["videos", "library"]);
  const { permissions } = useViewer();
  const { mutate: transcode, isPending } = useTranscoding();
  const deleteVideo = useDeleteVideo();
  const { id, title, error } = video;
  const remedy = (label: string, words: string, sign: ReactNode, onClick: () => void) => (
    <ActionIcon aria-label={label} title={words} loading={isPending} onClick={onClick}>
      {sign}
    </ActionIcon>
  );
  return (
    <>
      {(permissions.video_edit || permissions.video_add) && error?.retryable !== false
        ? remedy(t("retryOf", { title }), t("retry"), <IconRefresh {...icon} />, () =>
            transcode({ action: "retry", id }),
          )
        : null}
      {permissions.video_replace && permissions.video_add
        ? remedy(t("replaceFileOf", { title }), t("library:replaceFile"), <IconReplace {...icon} />, onReplace)
        : null}
      {permissions.video_delete
        ? remedy(t("deleteOf", { title }), t("delete"), <IconTrash {...icon} />, () => void deleteVideo(video))
        : null}
    </>
  );
}
