import { formatBytes } from "@kinora/ui/bytes.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { formatMoment } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, apiHost } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";

type AccountExport = NonNullable<Awaited<ReturnType<typeof api.accounts.getAccountExport>>["data"]>;

const RUNNING_MS = 1_000;
/** Whether it was downloaded is known when the last byte was sent, apart from this page. */
const AVAILABLE_MS = 5_000;

const exportKey = (accountId: number) => ["account", accountId, "export"] as const;

const exportQuery = (accountId: number) =>
  queryOptions({
    queryKey: exportKey(accountId),
    queryFn: async ({ signal }) => (await api.accounts.getAccountExport({ account_id: accountId }, { signal })).data,
    refetchInterval: ({ state: { data } }) =>
      data?.state === "running" ? RUNNING_MS : data?.available ? AVAILABLE_MS : false,
  });

/** Everything of the account as a zip: requested, built by a worker, downloaded once; for owners. */
export function ExportPanel({ accountId }: { accountId: number }) {
  const { t } = useTranslation("accountExport");
  const shown = useQuery(exportQuery(accountId));
  const changes = [exportKey(accountId)];
  const request = useAction(() => api.accounts.requestAccountExport({ account_id: accountId }), {
    changes,
    failure: t("notRequested"),
  });
  const cancel = useAction(() => api.accounts.cancelAccountExport({ account_id: accountId }), {
    changes,
    failure: t("notCancelled"),
  });
  const download = useAction(() => api.accounts.permitAccountExport({ account_id: accountId }), {
    changes,
    failure: t("notDownloaded"),
    onDone: () => globalThis.location.assign(`${apiHost()}/accounts/${accountId}/export/file`),
  });
  if (shown.isError) return <QueryProblem query={shown} />;
  if (shown.data === undefined) return <SkeletonRows label={t("loading")} thumb={false} />;
  const last = shown.data;
  const isRunning = last?.state === "running";
  return (
    <Panel title={t("title")}>
      <Stack gap="sm">
        <Text size="sm">{t("about")}</Text>
        <ExportState last={last} />
        <Group gap="sm">
          {last?.available ? (
            <Button loading={download.isPending} onClick={() => download.mutate(undefined)}>
              {t("download")}
            </Button>
          ) : null}
          {isRunning ? (
            <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
              {t("cancel")}
            </Button>
          ) : (
            <Button variant="default" loading={request.isPending} onClick={() => request.mutate(undefined)}>
              {t(last ? "requestAgain" : "request")}
            </Button>
          )}
        </Group>
      </Stack>
    </Panel>
  );
}

function ExportState({ last }: { last: AccountExport | null }) {
  const { t } = useTranslation("accountExport");
  if (!last) return <Text size="sm">{t("none")}</Text>;
  if (last.state === "running") {
    const { files_done: done, files } = last;
    return (
      <div role="status">
        <Text size="sm">
          {files === null ? t("waiting") : t("running", { done: formatNumber(done), files: formatNumber(files) })}
        </Text>
        <Progress mt="xs" value={files ? (100 * done) / files : 0} aria-label={t("title")} />
      </div>
    );
  }
  const day = formatMoment(last.requested_at);
  if (last.state === "cancelled") return <Text size="sm">{t("cancelled", { day })}</Text>;
  if (last.state === "failed")
    return (
      <Text size="sm" role="alert">
        {t("failed", { day, reason: last.problem ?? "" })}
      </Text>
    );
  if (last.downloaded_at !== null) {
    const person = last.downloaded_by ? personName(last.downloaded_by) : t("someoneGone");
    return <Text size="sm">{t("downloaded", { person, day, at: formatMoment(last.downloaded_at) })}</Text>;
  }
  if (!last.available) return <Text size="sm">{t("expired", { day })}</Text>;
  const until = formatMoment(last.expires_at ?? last.requested_at);
  return <Text size="sm">{t("ready", { day, size: formatBytes(last.bytes), until })}</Text>;
}
