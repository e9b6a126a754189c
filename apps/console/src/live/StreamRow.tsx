import { IconCopyButton } from "@kinora/ui/IconCopyButton.tsx";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Checkbox } from "@mantine/core";
import { IconBroadcast, IconPointFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "../platform/clipboard.ts";
import { receivedWords } from "./health.ts";
import type { Stream } from "./queries.ts";
import { Snapshot } from "./Snapshot.tsx";
import { StreamMenu } from "./StreamMenu.tsx";
import { StreamStatus } from "./StreamStatus.tsx";
import { Uptime } from "./Uptime.tsx";
import styles from "./StreamTable.module.css";

/** A livestream in the list: what it is, how it stands, and what can be done with it. */
export const StreamRow = memo(function StreamRow({
  stream,
  projectId,
  selected,
  onSelect,
}: {
  stream: Stream;
  projectId: number;
  /** Null where it can not be ticked. */
  selected: boolean | null;
  onSelect: (id: number, on: boolean) => void;
}) {
  const { t } = useTranslation("live");
  const { id, name, hash, ingest, viewers, restreams } = stream;
  const running = stream.started_at !== null;
  return (
    <div role="row" className={styles["row"]} data-id={id} data-selected={selected === true || undefined}>
      {selected === null ? null : (
        <div role="cell" className={styles["check"]}>
          <Checkbox
            size="xs"
            checked={selected}
            aria-label={t("select", { name })}
            onChange={(event) => onSelect(id, event.currentTarget.checked)}
          />
        </div>
      )}
      <div role="cell" className={styles["title"]}>
        {stream.on_air === "nothing" ? (
          <span className={styles["sign"]} data-state={stream.state} aria-hidden="true">
            <IconBroadcast size={16} stroke={1.6} />
          </span>
        ) : (
          <Snapshot streamId={id} of="on_air" alt="" active small />
        )}
        <span className={styles["names"]}>
          <Link to="/live/$streamId" params={{ streamId: String(id) }} className={styles["name"] ?? ""} title={name}>
            {name}
          </Link>
          <span className={styles["hash"]}>
            {hash}
            <IconCopyButton label={t("copyHash", { name })} size={20} onCopy={() => copyText(t("hash"), hash)} />
          </span>
        </span>
      </div>
      <div role="cell" className={styles["state"]}>
        <StreamStatus stream={stream} />
        {stream.recording ? (
          <span className={styles["recording"]}>
            <IconPointFilled size={12} aria-hidden="true" />
            {t("recording")}
          </span>
        ) : null}
      </div>
      <div role="cell" className={styles["ingest"]}>
        {ingest === null ? "" : receivedWords(ingest)}
      </div>
      <div role="cell" className={styles["number"]}>
        {running ? formatNumber(viewers) : ""}
      </div>
      <div role="cell" className={`${styles["number"]} ${styles["uptime"]}`}>
        {stream.started_at === null ? "" : <Uptime since={stream.started_at} />}
      </div>
      <div role="cell" className={`${styles["less"]} ${styles["restreams"]}`}>
        {restreams.total === 0 ? "" : t("restreamsOk", restreams)}
      </div>
      <div role="cell" className={`${styles["less"]} ${styles["lastLive"]}`}>
        {stream.last_live_at === null ? t("never") : <Ago at={stream.last_live_at} />}
      </div>
      <div role="cell" className={`${styles["less"]} ${styles["created"]}`}>
        <Ago at={stream.created_at} />
      </div>
      <div role="cell" className={styles["actions"]}>
        <StreamMenu stream={stream} projectId={projectId} place="row" />
      </div>
    </div>
  );
});

function Ago({ at }: { at: string | Date }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      {formatAgo(at)}
    </time>
  );
}
