import {
  API_REQUEST_DAYS,
  API_REQUESTS_LISTED_PER_MINUTE,
  API_REQUESTS_SAMPLE,
} from "@kinora/domain/api-keys/limits.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { Segments } from "@kinora/ui/Segments.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Group, Stack } from "@mantine/core";
import { IconListDetails } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { ListProblem } from "../shell/lists/ListProblem.tsx";
import { OlderRows } from "../shell/lists/OlderRows.tsx";
import { apiRequestsQuery, type ApiRequest } from "./queries.ts";

/** The requests that the project's keys made in the last days, newest first. */
export function ApiRequests({ projectId }: { projectId: number }) {
  const { t } = useTranslation("apiKeys");
  const [failed, setFailed] = useState(false);
  const [before, setBefore] = useState<number | null>(null);
  const list = useQuery(apiRequestsQuery(projectId, { failed, before }));
  const columns = useRequestColumns();
  const facts = { days: API_REQUEST_DAYS, limit: API_REQUESTS_LISTED_PER_MINUTE, sample: API_REQUESTS_SAMPLE };
  return (
    <Stack gap="sm" miw={0} renderRoot={(props) => <section {...props} />} aria-labelledby="api-requests">
      <Group gap="8px 16px" justify="space-between">
        <h2 className="heading" id="api-requests">
          {t("requestLog")}
        </h2>
        <Segments
          aria-label={t("requestsShown")}
          value={failed ? "failed" : "all"}
          data={[
            { value: "all", label: t("requestsAll") },
            { value: "failed", label: t("requestsFailed") },
          ]}
          onChange={(value) => {
            setFailed(value === "failed");
            setBefore(null);
          }}
        />
      </Group>
      <p className="note">{t("requestLogText", facts)}</p>
      <DataTable
        label={t("requestLog")}
        columns={columns}
        rows={list.data?.data}
        nameOf={({ method, path }) => `${method} ${path}`}
        problem={list.isError && list.data === undefined ? <ListProblem list={list} /> : null}
        empty={
          <EmptyState icon={<IconListDetails size={22} stroke={1.6} />} title={t(failed ? "noneFailed" : "noRequests")}>
            {t(failed ? "noneFailedText" : "noRequestsText")}
          </EmptyState>
        }
      />
      <OlderRows
        before={before}
        page={list.data}
        words={{ newest: t("newest"), older: t("older") }}
        onChange={setBefore}
      />
    </Stack>
  );
}

const stateOf = (status: number) => (status >= 500 ? "failed" : status >= 400 ? "warning" : "active");

function useRequestColumns(): Column<ApiRequest>[] {
  const { t } = useTranslation("apiKeys");
  return [
    { id: "at", header: t("time"), min: 110, mobile: "meta", cell: ({ at }) => <Moment at={at} /> },
    {
      id: "path",
      header: t("request"),
      min: 200,
      grow: 3,
      mobile: "title",
      cell: ({ method, path }) => (
        <span className="mono truncate" title={path}>
          {method} {path}
        </span>
      ),
    },
    {
      id: "status",
      header: t("answer"),
      min: 80,
      mobile: "meta",
      cell: ({ status }) => <StatusDot state={stateOf(status)}>{status}</StatusDot>,
    },
    {
      id: "key",
      header: t("key"),
      min: 120,
      grow: 1,
      priority: 2,
      mobile: "meta",
      cell: ({ key }) => <bdi className="truncate">{key.name}</bdi>,
    },
    {
      id: "milliseconds",
      header: t("duration"),
      min: 80,
      align: "end",
      priority: 3,
      mobile: "hidden",
      cell: ({ milliseconds }) => t("milliseconds", { count: milliseconds }),
    },
    {
      id: "represents",
      header: t("represents"),
      min: 100,
      align: "end",
      priority: 4,
      mobile: "hidden",
      cell: ({ represents }) => represents,
    },
  ];
}
