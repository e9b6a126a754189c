import { ARCHIVE_PART_BYTES } from "@kinora/domain/imports/archive.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { Button, FileButton, Group, Progress, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { useStore } from "../../platform/store.ts";
import type { ImportJob } from "./job-queries.ts";
import { sendArchive, sending } from "./send-archive.ts";

/** How much of an archive has arrived, and the way to go on after the page that sent it was closed. */
export function ArchiveProgress({
  projectId,
  job,
  archive,
}: {
  projectId: number;
  job: ImportJob;
  archive: NonNullable<ImportJob["archive"]>;
}) {
  const { t } = useTranslation("importJobs");
  const sent = useStore(sending, (all) => all[job.id]);
  const [isOther, setIsOther] = useState(false);
  const parts = Math.max(sent?.parts ?? 0, archive.parts_received);
  const bytes = Math.min(parts * ARCHIVE_PART_BYTES, archive.size_bytes);
  const figures = { received: formatBytes(bytes), size: formatBytes(archive.size_bytes) };
  const isSending = sent?.problem === null;
  const words = isSending ? t("receivingText", figures) : t("receivingStopped", figures);
  const choose = (file: File | null) => {
    if (!file) return;
    const isSame = file.name === job.source && file.size === archive.size_bytes;
    setIsOther(!isSame);
    if (isSame) void sendArchive(projectId, job.id, file, archive.parts_received);
  };
  return (
    <Stack gap="sm" mb="md" renderRoot={(props) => <section {...props} />}>
      <Text role="status">{words}</Text>
      {sent?.problem ? <Text role="alert">{t("receivingFailed", { message: sent.problem })}</Text> : null}
      {isOther ? <Text role="alert">{t("receivingOther", { name: job.source, size: figures.size })}</Text> : null}
      <Progress aria-label={words} value={(100 * bytes) / archive.size_bytes} animated={isSending} />
      {isSending ? null : (
        <Group>
          <FileButton accept=".zip" onChange={choose}>
            {(props) => (
              <Button variant="default" {...props}>
                {t("receivingContinue")}
              </Button>
            )}
          </FileButton>
        </Group>
      )}
    </Stack>
  );
}
