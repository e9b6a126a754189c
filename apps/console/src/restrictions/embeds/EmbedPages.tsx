import { pageLinks } from "@kinora/domain/pages.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { TableFooter } from "@kinora/ui/kit/TableFooter.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Group, Stack, Text, Title } from "@mantine/core";
import { IconWorld } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { BREAKPOINTS, useNarrowerThan } from "../../platform/use-media-query.ts";
import { SearchBox } from "../../shell/fields/SearchBox.tsx";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { embedPagesQuery, type EmbeddedThing, type EmbedPage, type EmbedPagesView } from "./embed-pages-query.ts";

type Row = EmbedPage & { id: string };
const VIEWS = ["page", "domain"] as const;

/** The pages, or domains, that embed a video, player or playlist, and whether today's restrictions allow them. */
export function EmbedPages(thing: EmbeddedThing) {
  const { t } = useTranslation("embedPages");
  const title = useId();
  const [view, setView] = useState<EmbedPagesView>({ by: "page", search: "", page: 1 });
  return (
    <Stack gap="sm" mt="md" miw={0} renderRoot={(props) => <section {...props} />} aria-labelledby={title}>
      <Group gap="sm" justify="space-between" align="flex-end">
        <div>
          <Title order={2} id={title}>
            {t("title")}
          </Title>
          <Text c="dimmed">{t(`text_${thing.kind}`)}</Text>
        </div>
        <Group gap="xs" align="flex-start">
          <SearchBox
            label={t("search")}
            value={view.search}
            onSearch={(search) => setView({ ...view, search, page: 1 })}
          />
          <Segments
            aria-label={t("by")}
            value={view.by}
            onChange={(by) => setView({ ...view, by, page: 1 })}
            data={VIEWS.map((value) => ({ value, label: t(`by_${value}`) }))}
          />
        </Group>
      </Group>
      <Places thing={thing} view={view} onPage={(page) => setView({ ...view, page })} />
    </Stack>
  );
}

function Places({
  thing,
  view,
  onPage,
}: {
  thing: EmbeddedThing;
  view: EmbedPagesView;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation("embedPages");
  const list = useQuery(embedPagesQuery(thing, view));
  const columns = usePlaceColumns(view.by, thing.kind);
  const links = useNarrowerThan(BREAKPOINTS.pagination) ? 5 : 7;
  const pagination = list.data?.pagination;
  return (
    <DataTable
      label={t("title")}
      columns={columns}
      rows={list.data?.data.map((row) => ({ ...row, id: `${row.host}${row.path}` }))}
      stale={list.isPlaceholderData}
      nameOf={({ host, path }) => host + path}
      problem={list.isError && !list.data ? <ListProblem list={list} /> : null}
      empty={
        <EmptyState icon={<IconWorld size={22} stroke={1.6} />} title={view.search ? t("noMatch") : t("empty")}>
          {view.search ? null : t("emptyText")}
        </EmptyState>
      }
      footer={
        pagination ? (
          <TableFooter {...pagination} links={pageLinks(pagination.page, pagination.max, links)} onPage={onPage} />
        ) : undefined
      }
    />
  );
}

function usePlaceColumns(by: EmbedPagesView["by"], kind: EmbeddedThing["kind"]): Column<Row>[] {
  const { t } = useTranslation("embedPages");
  const number = (id: "pages" | "plays" | "loads", priority?: number): Column<Row> => ({
    id,
    header: t(id),
    min: 64,
    align: "end",
    mobile: id === "plays" ? "meta" : "hidden",
    ...(priority === undefined ? {} : { priority }),
    cell: (row, { phone }) => (phone ? `${formatNumber(row[id])} ${t(id)}` : formatNumber(row[id])),
  });
  const moment = (id: "first_seen_at" | "last_seen_at", header: string, priority: number): Column<Row> => ({
    id,
    header,
    min: 110,
    priority,
    mobile: id === "last_seen_at" ? "meta" : "hidden",
    cell: (row) => <Moment at={row[id]} />,
  });
  const item: Column<Row> = {
    id: "item",
    header: t("item"),
    min: 130,
    grow: 1,
    priority: 3,
    mobile: "hidden",
    cell: (row) => (row.item ? row.item.title || t("deleted") : <span className="muted">{t("onlyList")}</span>),
  };
  return [
    {
      id: "page",
      header: by === "page" ? t("page") : t("domain"),
      min: 180,
      grow: 2,
      mobile: "title",
      cell: ({ host, path }) => <span className="mono">{by === "domain" || path === "/" ? host : host + path}</span>,
    },
    ...(by === "domain" ? [number("pages", 2)] : []),
    ...(kind === "video" ? [] : [item]),
    number("plays"),
    number("loads", 2),
    moment("first_seen_at", t("firstSeen"), 1),
    moment("last_seen_at", t("lastSeen"), 4),
    {
      id: "today",
      header: t("today"),
      min: 150,
      mobile: "meta",
      cell: ({ allowed, profile }) => (
        <StatusDot state={allowed ? "active" : "failed"}>
          {allowed ? t("allowed") : profile ? t("refusedBy", { profile: profile.name }) : t("refused")}
        </StatusDot>
      ),
    },
  ];
}
