import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { isAnswered } from "../platform/answered.ts";
import { useTranslation } from "../platform/i18n.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useProjectChanges } from "../platform/use-live-videos.ts";
import { BatchPanel } from "./BatchPanel.tsx";
import { DropZone } from "./DropZone.tsx";
import { DuplicateNotices } from "./DuplicateNotices.tsx";
import { ImportButtons } from "./ImportButtons.tsx";
import { LeftOutFiles } from "./LeftOutFiles.tsx";
import { PublishUploaded } from "./PublishUploaded.tsx";
import { isSending, type UploadItem } from "./queue.ts";
import { unfinishedUploadsQuery } from "./unfinished.ts";
import { UnfinishedUploads } from "./UnfinishedUploads.tsx";
import { UploadRow } from "./UploadRow.tsx";
import { uploads } from "./uploads.ts";
import { UploadTabs } from "./UploadTabs.tsx";
import { useFileIntake } from "./use-file-intake.ts";
import styles from "./Upload.module.css";

/** Where files go in: drop them, watch them travel, and see them become videos. */
export default function UploadPage() {
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  return projectId === null ? null : <UploadScreen projectId={projectId} />;
}

function UploadScreen({ projectId }: { projectId: number }) {
  const { t } = useTranslation(["uploads", "layout"]);
  const unfinished = useQuery(unfinishedUploadsQuery(projectId));
  const items = useStore(uploads.store, (value) => value.items);
  const take = useFileIntake(projectId);
  useProjectChanges(projectId);
  return (
    <>
      <PageHeader
        title={t("title")}
        count={items.length > 0 ? formatNumber(items.length) : null}
        actions={
          <>
            <ImportButtons projectId={projectId} />
            <QueueActions items={items} />
          </>
        }
      />
      <UploadTabs />
      {isAnswered(unfinished) ? (
        <div className={styles["columns"]}>
          <Stack miw={0}>
            <UnfinishedUploads projectId={projectId} onFiles={take} />
            <LeftOutFiles projectId={projectId} />
            <DuplicateNotices />
            <DropZone compact={items.length > 0} onFiles={take} />
            {items.length === 0 ? null : (
              <ul className={styles["list"]} aria-label={t("files")}>
                {items.map((item) => (
                  <UploadRow key={item.key} item={item} />
                ))}
              </ul>
            )}
          </Stack>
          <BatchPanel projectId={projectId} />
        </div>
      ) : (
        <SkeletonRows rows={4} thumb={false} label={t("layout:loading")} />
      )}
    </>
  );
}

/** What can be done with all files at once. */
function QueueActions({ items }: { items: readonly UploadItem[] }) {
  const { t } = useTranslation("uploads");
  const sending = items.filter(isSending);
  const paused = items.filter(({ state }) => state === "paused");
  const done = items.filter(({ state }) => state === "sent" || state === "cancelled");
  return (
    <>
      {sending.length > 0 ? (
        <Button variant="default" onClick={() => sending.toReversed().forEach(({ key }) => uploads.pause(key))}>
          {t("pauseAll")}
        </Button>
      ) : null}
      {paused.length > 0 ? (
        <Button variant="default" onClick={() => paused.forEach(({ key }) => uploads.resume(key))}>
          {t("resumeAll")}
        </Button>
      ) : null}
      {done.length > 1 ? <PublishUploaded items={items} /> : null}
      {done.length > 0 ? (
        <Button variant="default" onClick={() => done.forEach(({ key }) => uploads.remove(key))}>
          {t("clearDone")}
        </Button>
      ) : null}
    </>
  );
}
