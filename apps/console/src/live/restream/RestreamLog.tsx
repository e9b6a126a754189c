import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { restreamLogQuery, type Restream } from "../queries.ts";
import rows from "./Restreams.module.css";

/** What happened to a restream target, newest first. */
export function RestreamLog({ streamId, target }: { streamId: number; target: Restream }) {
  const { t } = useTranslation("stream");
  const log = useQuery(restreamLogQuery(streamId, target.id));
  if (!log.data) {
    return log.isError ? (
      <ListProblem list={log} permission="streams_view" />
    ) : (
      <SkeletonRows rows={2} thumb={false} label={t("restreamLogLoading")} />
    );
  }
  if (log.data.length === 0) return <p className="note">{t("restreamLogEmpty")}</p>;
  return (
    <ol className={rows["targetLog"]} aria-label={t("restreamLogOf", { name: target.name })}>
      {log.data.map(({ id, at, type, reason }) => (
        <li key={id}>
          <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
            {formatAgo(at)}
          </time>
          <span>
            {t(type)}
            {reason === "" ? null : ` · ${reason}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
