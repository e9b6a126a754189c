import { IconCopyButton } from "@kinora/ui/IconCopyButton.tsx";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { receivedWords } from "../health/ingest-words.ts";
import type { Stream } from "../queries.ts";
import { RecordingMark } from "../recordings/RecordingMark.tsx";
import { Snapshot } from "../Snapshot.tsx";
import { StreamStatus } from "../stream/StreamStatus.tsx";
import { Uptime } from "../Uptime.tsx";
import styles from "./Live.module.css";

/** The columns of the livestreams. */
export const useStreamColumns = (): Column<Stream>[] => [...useMainColumns(), ...useFactColumns()];

function useMainColumns(): Column<Stream>[] {
  const { t } = useTranslation(["live", "layout"]);
  return [
    {
      id: "name",
      header: t("columnName"),
      min: 200,
      grow: 2,
      sorts: ["name", "-name"],
      mobile: "title",
      cell: (stream, { phone }) => <StreamName stream={stream} phone={phone} />,
    },
    {
      id: "state",
      header: t("columnState"),
      min: 172,
      mobile: "meta",
      cell: (stream) => (
        <Group gap="0 10px" display="inline-flex" renderRoot={(props) => <span {...props} />}>
          <StreamStatus stream={stream} />
          {stream.recording ? <RecordingMark /> : null}
        </Group>
      ),
    },
    {
      id: "ingest",
      header: t("columnIngest"),
      min: 140,
      priority: 4,
      mobile: "hidden",
      optional: true,
      cell: ({ ingest }) => (ingest === null ? null : receivedWords(ingest)),
    },
    {
      id: "viewers",
      header: t("columnViewers"),
      min: 64,
      align: "end",
      priority: 6,
      mobile: "meta",
      cell: ({ viewers, started_at: start }, { phone }) => {
        if (start === null) return null;
        const number = formatNumber(viewers);
        return phone ? t("layout:viewers", { count: viewers, number }) : number;
      },
    },
    {
      id: "uptime",
      header: t("columnUptime"),
      min: 64,
      align: "end",
      priority: 5,
      mobile: "meta",
      optional: true,
      cell: ({ started_at: start }) => (start === null ? null : <Uptime since={start} />),
    },
  ];
}

/** What else is known of a livestream. */
function useFactColumns(): Column<Stream>[] {
  const { t } = useTranslation("live");
  return [
    {
      id: "restreams",
      header: t("columnRestreams"),
      min: 76,
      priority: 2,
      mobile: "hidden",
      optional: true,
      cell: ({ restreams }) => (restreams.total === 0 ? null : t("restreamsOk", restreams)),
    },
    {
      id: "lastLive",
      header: t("columnLastLive"),
      min: 108,
      priority: 3,
      sorts: ["-last_live_at", "last_live_at"],
      mobile: "hidden",
      optional: true,
      cell: ({ last_live_at: at, state }) => (state === "live" ? t("now") : <Moment at={at} never={t("never")} />),
    },
    {
      id: "created",
      header: t("columnCreated"),
      min: 108,
      priority: 1,
      sorts: ["-created_at", "created_at"],
      mobile: "hidden",
      optional: true,
      cell: ({ created_at: at }) => <Moment at={at} />,
    },
  ];
}

function StreamName({ stream: { id, name, hash, on_air: onAir }, phone }: { stream: Stream; phone: boolean }) {
  const { t } = useTranslation("live");
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <Snapshot streamId={id} of="on_air" alt="" active={onAir !== "nothing"} size="row" />
      <span className={styles["names"]}>
        <Link to="/live/$streamId" params={{ streamId: String(id) }} className="truncate" title={name} dir="auto">
          {name}
        </Link>
        {phone ? null : (
          <span className={styles["hash"]}>
            {hash}
            <IconCopyButton label={t("copyHash", { name })} size={20} onCopy={() => copyText(t("hash"), hash)} />
          </span>
        )}
      </span>
    </Group>
  );
}
