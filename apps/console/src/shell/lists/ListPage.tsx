import { pageLinks, PAGE_SIZES, type Pagination } from "@kinora/domain/pages.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { DataTable, type DataTableProps, type RowId } from "@kinora/ui/kit/DataTable.tsx";
import type { Display } from "@kinora/ui/kit/DisplayPanel.tsx";
import { FilterBar, type StatusSegments } from "@kinora/ui/kit/FilterBar.tsx";
import type { Filter } from "@kinora/ui/kit/filters.ts";
import { kitTexts } from "@kinora/ui/kit/kit-texts.ts";
import type { Fields } from "@kinora/ui/kit/list-view.ts";
import { TableFooter } from "@kinora/ui/kit/TableFooter.tsx";
import { Button } from "@mantine/core";
import { IconSearchOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { BREAKPOINTS, useNarrowerThan } from "../../platform/use-media-query.ts";
import { SearchBox } from "../fields/SearchBox.tsx";
import type { ListAddress } from "./list-address.ts";
import { ListProblem } from "./ListProblem.tsx";
import { useLastPage } from "./use-last-page.ts";
import { useTableDisplay } from "./use-table-display.ts";

/** A page of rows as `useQuery` has it. */
export interface ListQuery<Row> {
  data: { data: readonly Row[]; pagination?: Pagination & { more?: boolean } } | undefined;
  isError: boolean;
  error: unknown;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface ListPageProps<Row extends { id: RowId }, Schema extends Fields> extends Omit<
  DataTableProps<Row>,
  "rows" | "problem" | "empty" | "footer" | "stale" | "sorting" | "dense"
> {
  /** The name its display is kept under. */
  name: string;
  list: ListQuery<Row>;
  at: ListAddress<Schema>;
  /** What is searched; a list without it has no search field. */
  searchLabel?: string;
  segments?: StatusSegments;
  filters?: readonly Filter[];
  /** How it is displayed beside its columns, such as its order. */
  display?: Display;
  /** What stands at the end of the filters. */
  tools?: ReactNode;
  /** Whether rows are selected: what can be done with them takes the place of the filters. */
  selecting?: boolean;
  /** Whether its filters and display stand above it; a short list beside others does without. */
  bar?: boolean;
  /** What is shown while there is nothing at all. */
  empty: { icon: ReactNode; title: string; text?: string; action?: ReactNode };
  /** Said when nothing matches. */
  noMatch: string;
  /** The permission it needs, named when the server forbids it. */
  permission?: string;
}

/**
 * A list below its page's header: filters, table, its states and its pages. All of its state is in the address but what
 * is selected.
 */
export function ListPage<Row extends { id: RowId }, Schema extends Fields>(props: ListPageProps<Row, Schema>) {
  const {
    name,
    list,
    at,
    searchLabel,
    segments,
    filters = [],
    tools,
    bar = true,
    empty,
    noMatch,
    permission,
    ...table
  } = props;
  const { address, view } = at;
  const narrowed = view.isNarrowed(address);
  const own = useTableDisplay(name, props.columns);
  const links = useNarrowerThan(BREAKPOINTS.pagination) ? 5 : 7;
  const pagination = list.data?.pagination;
  const { search, sorting, perPage, change } = controlsOf(at);
  const leaving = useLastPage(list.isPlaceholderData ? undefined : pagination, (page) => change({ page }, true));
  const rows = leaving ? undefined : list.data?.data;
  const bare = rows?.length === 0 && !narrowed;
  return (
    <>
      {!bar || props.selecting || bare || (list.isError && !list.data) ? null : (
        <FilterBar
          search={searchLabel === undefined ? undefined : <SearchBox {...search} label={searchLabel} />}
          segments={segments}
          filters={filters}
          display={{ ...own.display, ...props.display, ...(pagination ? { perPage } : {}) }}
          onClear={at.clear}
        >
          {tools}
        </FilterBar>
      )}
      <DataTable
        {...table}
        rows={rows}
        stale={list.isPlaceholderData}
        hidden={props.hidden ?? own.hidden}
        dense={own.dense}
        sorting={props.columns.some(({ sorts }) => sorts) ? sorting : undefined}
        problem={list.isError && !list.data ? <ListProblem list={list} permission={permission} /> : undefined}
        empty={bare ? <Nothing {...empty} /> : <NoMatch title={noMatch} onClear={at.clear} />}
        footer={
          pagination ? (
            <TableFooter
              {...pagination}
              links={pageLinks(pagination.page, pagination.max, links)}
              onPage={(page) => change({ page })}
              perPage={perPage}
            />
          ) : undefined
        }
      />
    </>
  );
}

/** What every list's address may have, whatever else it describes: search, order and rows of a page. */
function controlsOf<Schema extends Fields>({ view, address, show }: ListAddress<Schema>) {
  const change = show as (change: Record<string, unknown>, instead?: boolean) => void;
  const { search, sort } = address as Record<string, unknown>;
  return {
    change,
    search: {
      value: typeof search === "string" ? search : "",
      onSearch: (text: string) => change({ search: text }),
    },
    sorting: {
      current: typeof sort === "string" ? sort : view.usual("sort"),
      onSort: (order: string) => change({ sort: order }),
    },
    perPage: {
      value: view.pageOf(address).per_page,
      sizes: PAGE_SIZES,
      onChange: (size: number) => change({ per_page: size }),
    },
  };
}

const Nothing = ({ icon, title, text, action }: ListPageProps<never, Fields>["empty"]) => (
  <EmptyState icon={icon} title={title} action={action}>
    {text}
  </EmptyState>
);

const NoMatch = ({ title, onClear }: { title: string; onClear: () => void }) => (
  <EmptyState
    icon={<IconSearchOff size={22} stroke={1.6} />}
    title={title}
    action={
      <Button variant="default" onClick={onClear}>
        {kitTexts.clearFilters}
      </Button>
    }
  />
);
