import { VIEWERS_COUNTED_EVENT } from "@kinora/domain/realtime.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { useAnnounced } from "../../platform/use-announced.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { watchingKey, watchingQuery, type WatchedItem } from "./report-queries.ts";
import styles from "./Reports.module.css";

/** Whose viewers are counted. */
export interface Watched {
  projectId: number;
  kind: "video" | "stream";
  /** The one item that is counted; all of them without it. */
  item?: number;
}

/** How many watch now: counted again every ten seconds, and read when that is announced. */
export function WatchingNow({ projectId, kind, item }: Watched) {
  const { t } = useTranslation("reports");
  const client = useQueryClient();
  useAnnounced(projectId, VIEWERS_COUNTED_EVENT, (id) => {
    void client.invalidateQueries({ queryKey: watchingKey(id) });
  });
  const { data } = useQuery(watchingQuery(projectId, kind, item));
  if (!data) return null;
  const { viewers } = data;
  return (
    <StatusDot state={viewers > 0 ? "live" : "not_active"}>
      {viewers > 0 ? t("watchingNow", { viewers: formatNumber(viewers) }) : t("nobodyWatches")}
    </StatusDot>
  );
}

/** What is watched now, of a report on several videos or livestreams. */
export function WatchedItems({ projectId, kind, item }: Watched) {
  const { t } = useTranslation("reports");
  const items = useQuery(watchingQuery(projectId, kind, item)).data?.items ?? [];
  if (item !== undefined || items.length === 0) return null;
  return (
    <ul className={styles["watched"]} aria-label={t("watchedNow")}>
      {items.map((watched) => (
        <li key={watched.id}>
          <ItemLink kind={kind} item={watched} /> <span>{formatNumber(watched.viewers)}</span>
        </li>
      ))}
    </ul>
  );
}

function ItemLink({ kind, item: { id, title } }: { kind: Watched["kind"]; item: WatchedItem }) {
  const { permissions } = useViewer();
  const search = { tab: "analytics" } as const;
  if (!(kind === "video" ? permissions.video_view : permissions.streams_view)) return title;
  return kind === "video" ? (
    <Link to="/video/$videoId" params={{ videoId: String(id) }} search={search} dir="auto">
      {title}
    </Link>
  ) : (
    <Link to="/live/$streamId" params={{ streamId: String(id) }} search={search} dir="auto">
      {title}
    </Link>
  );
}
