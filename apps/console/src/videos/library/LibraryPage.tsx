import { DownloadButton } from "@kinora/ui/DownloadButton.tsx";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useProjectChanges } from "../../platform/use-live-videos.ts";
import { listAddress } from "../../shell/lists/list-address.ts";
import { PeekComing } from "../preview/PeekFrame.tsx";
import { exportAddress } from "./library-queries.ts";
import { libraryView, placeOf, type LibraryAddress } from "./library-view.ts";
import { LibraryTabs } from "./LibraryTabs.tsx";
import { useUploadAction } from "./use-nothing-yet.tsx";
import { VideosList } from "./VideosList.tsx";

const PeekPanel = lazyPart(async () => (await import("../preview/PeekPanel.tsx")).PeekPanel);
const LISTS = {
  completed: VideosList,
  recent: VideosList,
  inprogress: lazyPart(async () => (await import("./InProgressList.tsx")).InProgressList),
  failed: lazyPart(async () => (await import("./FailedList.tsx")).FailedList),
  trash: lazyPart(async () => (await import("./TrashList.tsx")).TrashList),
} as const;

/** The video library: finished videos, those in progress, the latest, what failed and the trash. The address holds all of its state. */
export default function LibraryPage() {
  const { t } = useTranslation(["videos", "library"]);
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const address = useSearch({ from: "/app/video" });
  const navigate = useNavigate();
  const upload = useUploadAction();
  useProjectChanges(projectId);
  const at = listAddress(libraryView, address, (search, replace) => {
    void navigate({ to: "/video", search: placeOf(search), replace, resetScroll: false });
  });
  const [startAt, setStartAt] = useState<number | null>(null);
  const onPeek = useCallback(
    (id: number | null, seconds?: number) => {
      setStartAt(seconds ?? null);
      void navigate({
        to: "/video",
        search: ({ peek: _before, ...list }: LibraryAddress) => ({ ...list, ...(id === null ? {} : { peek: id }) }),
        // Walking from one to the next is one step back; opening and closing are steps of their own.
        replace: id !== null && location.search.includes("peek="),
        resetScroll: false,
      });
    },
    [navigate],
  );
  if (projectId === null) return null;
  const { type = "completed", peek = null } = address;
  const List = LISTS[type];
  return (
    <div onPointerEnter={() => PeekPanel.prepare()} onFocus={() => PeekPanel.prepare()}>
      <PageHeader
        title={t("title")}
        actions={
          <>
            <DownloadButton href={exportAddress(projectId, address)}>{t("library:exportCsv")}</DownloadButton>
            {upload}
          </>
        }
      />
      <LibraryTabs projectId={projectId} at={at} />
      <Suspense fallback={<SkeletonRows label={t("loading")} />}>
        <List key={type} projectId={projectId} at={at} peek={{ id: peek, onPeek }} />
      </Suspense>
      {peek === null || type === "trash" ? null : (
        <Suspense fallback={<PeekComing id={peek} />}>
          <PeekPanel id={peek} place={placeOf(address)} startAt={startAt} onPeek={onPeek} />
        </Suspense>
      )}
    </div>
  );
}
