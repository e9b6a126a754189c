import { CodeField } from "@kinora/ui/kit/forms/CodeField.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { IconMovie } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isAnswered, useArrived } from "../../platform/answered.ts";
import { apiInput } from "../../platform/api-input.ts";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { withoutNothing } from "../../shell/lists/given.ts";
import { useListAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { Later } from "../../shell/menus/Later.tsx";
import { FailureKinds } from "./FailureKinds.tsx";
import { LiveHostList } from "./LiveHostList.tsx";
import { useQueueColumns } from "./queue-columns.tsx";
import { useQueueFilters } from "./queue-filters.ts";
import { liveHostsQuery, queueQuery, transcodingStateQuery, type QueuedTranscode } from "./queue-queries.ts";
import { queueView } from "./queue-view.ts";
import { useQueueMenu } from "./use-queue-menu.tsx";
import { WorkerList } from "./WorkerList.tsx";

const JobsDialog = lazyPart(async () => (await import("./JobsDialog.tsx")).JobsDialog);
const OUTPUT_LINES = 10;

/** The workers, the live hosts and the queue of all accounts, for superusers (spec §2). */
export default function TranscodingPage() {
  const { t } = useTranslation(["transcoding", "layout"]);
  const at = useListAddress(queueView);
  const { search, state, account, older, stuck } = at.address;
  const [watched, setWatched] = useState<QueuedTranscode | null>(null);
  const older_than_hours = older === undefined ? undefined : Number(older);
  const filter = withoutNothing({ search, state, account, stuck, older_than_hours });
  const list = useQuery(
    queueQuery({ ...queueView.pageOf(at.address), ...apiInput("advanced.listTranscodes", filter) }),
  );
  const now = useQuery(transcodingStateQuery());
  const hosts = useQuery(liveHostsQuery());
  const arrived = useArrived([now, hosts].every(isAnswered));
  const columns = useQueueColumns();
  const filters = useQueueFilters(at, list.data?.data[0]?.account);
  const menu = useQueueMenu(setWatched, (chosen) => at.show({ account: chosen }));
  return (
    <>
      <PageHeader title={t("transcoding")} count={list.data ? formatNumber(list.data.pagination.total) : null} />
      {arrived ? (
        <>
          {now.data ? <WorkerList state={now.data} /> : null}
          <LiveHostList />
          <ListPage
            name="advanced-transcoding"
            label={t("transcoding")}
            at={at}
            list={list}
            columns={columns}
            nameOf={({ video }) => video.title}
            searchLabel={t("search")}
            filters={filters}
            noMatch={t("noMatch")}
            empty={{ icon: <IconMovie size={22} stroke={1.6} />, title: t("empty"), text: t("emptyText") }}
            actionsWidth={30}
            menu={menu}
            note={({ failure }) => failure?.message ?? null}
            detail={(transcode) => (transcode.log.length > 0 ? <Output transcode={transcode} /> : null)}
          />
          <FailureKinds />
        </>
      ) : (
        <SkeletonRows label={t("layout:loading")} thumb={false} />
      )}
      <Later when={watched !== null}>
        {watched ? <JobsDialog transcode={watched} onClose={() => setWatched(null)} /> : null}
      </Later>
    </>
  );
}

/** What the tool wrote last before it failed. */
function Output({ transcode: { log } }: { transcode: QueuedTranscode }) {
  const { t } = useTranslation("transcoding");
  const text = log.join("\n");
  return (
    <CodeField
      label={t("output")}
      code={text}
      lines={Math.min(OUTPUT_LINES, log.length + 1)}
      copyLabel={t("copyOutput")}
      onCopy={() => copyText(t("outputCopied"), text)}
    />
  );
}
