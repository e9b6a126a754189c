import { REASONS } from "@kinora/domain/restrictions/reasons.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Box } from "@mantine/core";
import { IconCheck, IconShieldOff } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { OlderRows } from "../../shell/lists/OlderRows.tsx";

type Denial = Awaited<ReturnType<typeof api.restrictions.listDenials>>["data"][number];

/** What requests were for: everything of a project, or one video or livestream. */
type DeniedItem = { video: number } | { stream: number } | null;

const denialsQuery = (projectId: number, item: DeniedItem, before: number | null) =>
  queryOptions({
    queryKey: ["denials", projectId, item, before],
    queryFn: ({ signal }) => {
      const older = before === null ? {} : { before };
      return api.restrictions.listDenials({ project_id: projectId, ...item, ...older }, { signal });
    },
    refetchInterval: before === null ? 10_000 : false,
  });

/** Under a title of its own the list is among settings, and as wide as they are. */
const SETTINGS_WIDTH = 880;

/** The requests that the rules refused, a hundred at a time; the newest are read again every 10 s. */
export function Denials({
  projectId,
  item,
  title,
  onlyWithRows = false,
}: {
  projectId: number;
  item: DeniedItem;
  title?: string;
  /** Whether nothing is shown where nothing was refused. */
  onlyWithRows?: boolean;
}) {
  const { t } = useTranslation("restriction");
  const [before, setBefore] = useState<number | null>(null);
  const list = useQuery(denialsQuery(projectId, item, before));
  const columns = useDenialColumns(item === null);
  const menu = useAllowMenu(projectId);
  const mayManage = useViewer().permissions.restrictions_manage;
  if (onlyWithRows && before === null && !list.data?.data.length && !list.isError) return null;
  return (
    <Box component="section" {...(title !== undefined && { maw: SETTINGS_WIDTH })}>
      {title === undefined ? null : (
        <Box component="h2" className="heading" mb="xs">
          {title}
        </Box>
      )}
      <DataTable
        label={t("denied")}
        columns={columns}
        rows={list.data?.data}
        nameOf={({ reason, page }) => `${reason} ${page ?? ""}`}
        menu={mayManage ? menu : undefined}
        actionsWidth={30}
        problem={list.isError ? <ListProblem list={list} /> : null}
        empty={
          <EmptyState
            icon={<IconShieldOff size={22} stroke={1.6} />}
            inline={title !== undefined}
            title={t("deniedEmpty")}
          >
            {t("deniedEmptyText")}
          </EmptyState>
        }
      />
      <OlderRows
        before={before}
        page={list.data}
        words={{ newest: t("newest"), older: t("older") }}
        mt={12}
        onChange={setBefore}
      />
    </Box>
  );
}

function useDenialColumns(ofSeveral: boolean): Column<Denial>[] {
  const { t } = useTranslation("restriction");
  return [
    { id: "at", header: t("time"), min: 110, mobile: "meta", cell: ({ at }) => <Moment at={at} /> },
    {
      id: "reason",
      header: t("reason"),
      min: 200,
      grow: 1,
      mobile: "title",
      cell: ({ reason }) => <span title={reason}>{REASONS[reason].text}</span>,
    },
    {
      id: "page",
      header: t("referrer"),
      min: 160,
      grow: 1,
      mobile: "meta",
      cell: ({ page }) => <span className="mono">{page ?? t("noPage")}</span>,
    },
    ...(ofSeveral ? [itemColumn(t("item"), t("deleted"))] : []),
    {
      id: "country",
      header: t("country"),
      min: 70,
      priority: 1,
      mobile: "hidden",
      cell: ({ country }) => country ?? "",
    },
    {
      id: "address",
      header: t("address"),
      min: 120,
      priority: 2,
      mobile: "hidden",
      cell: ({ address }) => <span className="mono">{address}</span>,
    },
    {
      id: "requests",
      header: t("requests"),
      min: 80,
      align: "end",
      priority: 4,
      mobile: "hidden",
      cell: ({ requests }) => formatNumber(requests),
    },
  ];
}

const itemColumn = (header: string, deleted: string): Column<Denial> => ({
  id: "item",
  header,
  min: 140,
  grow: 1,
  priority: 3,
  mobile: "hidden",
  cell: ({ item }) => item.title || deleted,
});

/** A page that a profile refused can be allowed from its line. */
function useAllowMenu(projectId: number) {
  const { t } = useTranslation("restriction");
  const allow = useAction(api.restrictions.allowReferrer, {
    changes: [["restrictions", projectId]],
    failure: t("notAllowed"),
  });
  return ({ profile_id: profileId, page, reason }: Denial) => {
    const host = page?.split("/")[0];
    if (!host || profileId === null || REASONS[reason].rule !== "referrer") return [];
    return [
      {
        label: t("allowDomain", { host }),
        icon: <IconCheck size={16} stroke={1.6} />,
        onChoose: () => allow.mutate({ project_id: projectId, id: profileId, referrer: host }),
      },
    ];
  };
}
