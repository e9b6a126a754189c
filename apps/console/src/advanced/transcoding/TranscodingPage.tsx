import { QUEUE_STATES } from "@kinora/domain/operations/queue.ts";
import { CodeField } from "@kinora/ui/kit/forms/CodeField.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { IconArrowBarToUp, IconMovie, IconPlayerStop, IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../platform/client.ts";
import { copyText } from "../../platform/clipboard.ts";
import { useAction } from "../../platform/use-action.ts";
import { withoutNothing } from "../../shell/lists/given.ts";
import { listAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { useQueueColumns } from "./queue-columns.tsx";
import { queueKey, queueQuery, transcodingStateQuery, type QueuedTranscode } from "./queue-queries.ts";
import { queueView } from "./queue-view.ts";
import { WorkerList } from "./WorkerList.tsx";

const ICON = { size: 16, stroke: 1.6 };
const OUTPUT_LINES = 10;

/** The workers and the queue of all accounts, for superusers (spec §2). */
export default function TranscodingPage() {
  const { t } = useTranslation("transcoding");
  const navigate = useNavigate();
  const address = useSearch({ from: "/app/advanced/transcoding" });
  const at = listAddress(queueView, address, (search, replace) => {
    void navigate({ to: "/advanced/transcoding", search, replace, resetScroll: false });
  });
  const { search, state, account } = address;
  const list = useQuery(queueQuery({ ...queueView.pageOf(address), ...withoutNothing({ search, state, account }) }));
  const now = useQuery(transcodingStateQuery());
  return (
    <>
      <PageHeader title={t("transcoding")} count={list.data ? formatNumber(list.data.pagination.total) : null} />
      {now.data ? <WorkerList state={now.data} /> : null}
      <ListPage
        name="advanced-transcoding"
        label={t("transcoding")}
        at={at}
        list={list}
        columns={useQueueColumns()}
        nameOf={({ video }) => video.title}
        searchLabel={t("search")}
        filters={[
          {
            kind: "choice",
            id: "state",
            label: t("state"),
            options: QUEUE_STATES.map((value) => ({ value, label: t(value) })),
            value: state,
            onChange: (value) => at.show({ state: QUEUE_STATES.find((known) => known === value) }),
          },
        ]}
        noMatch={t("noMatch")}
        empty={{ icon: <IconMovie size={22} stroke={1.6} />, title: t("empty"), text: t("emptyText") }}
        actionsWidth={30}
        menu={useQueueMenu()}
        note={({ failure }) => failure?.message ?? null}
        detail={(transcode) => (transcode.log.length > 0 ? <Output transcode={transcode} /> : null)}
      />
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

/** What a superuser does with a transcode. */
function useQueueMenu() {
  const { t } = useTranslation("transcoding");
  const options = { changes: [queueKey], failure: t("notChanged") };
  const first = useAction((id: number) => api.advanced.advanceTranscode({ transcode_id: id }), options);
  const retry = useAction((id: number) => api.advanced.repeatTranscode({ transcode_id: id }), options);
  const cancel = useAction((id: number) => api.advanced.stopTranscode({ transcode_id: id }), options);
  return ({ id, state, video, failure }: QueuedTranscode) => {
    if (state === "failed")
      return failure?.retryable === false
        ? []
        : [{ label: t("retry"), icon: <IconRefresh {...ICON} />, onChoose: () => retry.mutate(id) }];
    const question = {
      title: t("cancelTitle", { name: video.title }),
      text: t("cancelText"),
      yes: t("cancel"),
      danger: true,
    };
    return [
      { label: t("first"), icon: <IconArrowBarToUp {...ICON} />, onChoose: () => first.mutate(id) },
      {
        label: t("cancel"),
        icon: <IconPlayerStop {...ICON} />,
        danger: true,
        onChoose: () => void cancel.mutateAfter(question, id),
      },
    ];
  };
}
