import { formatBitrate } from "@kinora/ui/media-units.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { Snapshot } from "../Snapshot.tsx";
import { Uptime } from "../Uptime.tsx";
import styles from "./OnAirCards.module.css";

type Stream = Awaited<ReturnType<typeof api.streams.listStreams>>["data"][number];

/** Livestreams on air as pictures that follow, in a row that scrolls on a phone; those with an encoder come before loops. */
export function OnAirCards({ streams }: { streams: readonly Stream[] }) {
  const { t } = useTranslation("layout");
  const isLoop = ({ state }: Stream) => Number(state === "loop");
  return (
    <ul className={styles["cards"]} aria-label={t("onAirList")}>
      {streams
        .toSorted((one, other) => isLoop(one) - isLoop(other))
        .map((stream) => (
          <Card key={stream.id} stream={stream} />
        ))}
    </ul>
  );
}

function Card({ stream }: { stream: Stream }) {
  const { t } = useTranslation("layout");
  const { id, name, state, label, viewers, ingest, started_at: start } = stream;
  const bitrate = ingest?.bitrate_kbps ?? null;
  return (
    <li>
      <Link to="/live/$streamId" params={{ streamId: String(id) }} className={styles["card"] ?? ""}>
        <Snapshot streamId={id} of="on_air" alt="" active />
        <span className={styles["name"]} dir="auto">
          {name}
        </span>
        <StatusDot state={state}>{label}</StatusDot>
        <Group className="note" gap="0 12px" align="stretch" renderRoot={(props) => <span {...props} />}>
          <span>{t("viewers", { count: viewers, number: formatNumber(viewers) })}</span>
          {bitrate === null ? null : <span>{formatBitrate(bitrate * 1000)}</span>}
          {start === null ? null : <Uptime since={start} />}
        </Group>
      </Link>
    </li>
  );
}
