import { renditionName } from "@kinora/domain/transcoding/picture-codecs.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Box } from "@mantine/core";
import { IconFiles } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import type { InstallationVideoDetail } from "./video-queries.ts";

const STATES = {
  queued: "fileQueued",
  processing: "fileProcessing",
  complete: "fileComplete",
  failed: "fileFailed",
} as const;

type File = Omit<InstallationVideoDetail["files"][number], "kind" | "label"> & { id: string; name: string };

/** The original of a video and its renditions. */
export function VideoFiles({ video: { source, files, width, height } }: { video: InstallationVideoDetail }) {
  const { t } = useTranslation("installationVideos");
  const original: File[] =
    source.size_bytes === null
      ? []
      : [
          {
            ...{ id: "original", name: t("original"), width, height, codecs: null },
            ...{ size_bytes: source.size_bytes, state: "complete" },
          },
        ];
  const renditions = files.map(({ kind, label, ...file }) => ({
    ...file,
    id: `${kind} ${label}`,
    name: kind === "audio" ? t("sound") : renditionName(label),
  }));
  return (
    <section>
      <Box component="h2" className="heading" my="xs">
        {t("files")}
      </Box>
      <DataTable
        label={t("files")}
        columns={useFileColumns()}
        rows={[...original, ...renditions]}
        nameOf={({ name }) => name}
        empty={<EmptyState icon={<IconFiles size={22} stroke={1.6} />} title={t("noFiles")} />}
      />
    </section>
  );
}

function useFileColumns(): Column<File>[] {
  const { t } = useTranslation("installationVideos");
  return [
    { id: "file", header: t("file"), min: 120, grow: 1, mobile: "title", cell: ({ name }) => name },
    {
      id: "state",
      header: t("state"),
      min: 120,
      mobile: "meta",
      cell: ({ state }) => <StatusDot state={state}>{t(STATES[state])}</StatusDot>,
    },
    {
      id: "dimensions",
      header: t("dimensions"),
      min: 110,
      priority: 2,
      mobile: "hidden",
      cell: ({ width, height }) => (width && height ? t("pixels", { width, height }) : null),
    },
    { id: "codecs", header: t("codecs"), min: 160, priority: 1, mobile: "hidden", cell: ({ codecs }) => codecs },
    {
      id: "size",
      header: t("size"),
      min: 90,
      align: "end",
      mobile: "meta",
      cell: ({ size_bytes: bytes }) => formatBytes(bytes),
    },
  ];
}
