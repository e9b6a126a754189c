import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Box } from "@mantine/core";
import { IconWorld } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { placesQuery, type EmbedPlace } from "../queries.ts";
import { RestrictionsFrame } from "../RestrictionsFrame.tsx";

type Row = EmbedPlace & { id: string };

/** The pages on which the project's players are loaded, and whether today's rules allow them. */
export default function EmbedsPage() {
  return <RestrictionsFrame>{(projectId) => <Places projectId={projectId} />}</RestrictionsFrame>;
}

function Places({ projectId }: { projectId: number }) {
  const { t } = useTranslation("restrictions");
  const list = useQuery(placesQuery(projectId));
  const columns = usePlaceColumns();
  const rows = list.data?.data.map((place) => ({
    ...place,
    id: `${place.item.kind} ${place.item.id} ${place.host}${place.path}`,
  }));
  return (
    <>
      <DataTable
        label={t("tabEmbeds")}
        columns={columns}
        rows={rows}
        nameOf={({ host, path }) => host + path}
        problem={list.isError ? <ListProblem list={list} /> : null}
        empty={
          <EmptyState icon={<IconWorld size={22} stroke={1.6} />} title={t("placesEmpty")}>
            {t("placesEmptyText")}
          </EmptyState>
        }
      />
      {list.data?.more ? (
        <Box component="p" className="note" mt={8}>
          {t("placesMore")}
        </Box>
      ) : null}
    </>
  );
}

function usePlaceColumns(): Column<Row>[] {
  const { t } = useTranslation("restrictions");
  return [
    {
      id: "page",
      header: t("host"),
      min: 200,
      grow: 2,
      mobile: "title",
      cell: ({ host, path }) => (
        <span className="mono">
          {host}
          {path === "/" ? "" : path}
        </span>
      ),
    },
    {
      id: "item",
      header: t("item"),
      min: 140,
      grow: 1,
      priority: 3,
      mobile: "meta",
      cell: ({ item }) => item.title || t("deleted"),
    },
    {
      id: "loads",
      header: t("loads"),
      min: 80,
      align: "end",
      mobile: "meta",
      cell: ({ loads }) => formatNumber(loads),
    },
    {
      id: "first",
      header: t("firstSeen"),
      min: 110,
      priority: 1,
      mobile: "hidden",
      cell: ({ first_seen_at: at }) => <Moment at={at} />,
    },
    {
      id: "last",
      header: t("lastSeen"),
      min: 110,
      priority: 2,
      mobile: "hidden",
      cell: ({ last_seen_at: at }) => <Moment at={at} />,
    },
    {
      id: "allowed",
      header: t("today"),
      min: 110,
      mobile: "meta",
      cell: ({ allowed }) => (
        <StatusDot state={allowed ? "active" : "failed"}>{t(allowed ? "allowed" : "refused")}</StatusDot>
      ),
    },
  ];
}
