import { Button, TextInput } from "@mantine/core";
import { IconPencil, IconSearch, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { EmptyState } from "../src/EmptyState.tsx";
import { ErrorState } from "../src/ErrorState.tsx";
import type { Column } from "../src/kit/columns.ts";
import { DataTable, type RowId } from "../src/kit/DataTable.tsx";
import { FilterBar } from "../src/kit/FilterBar.tsx";
import { Moment } from "../src/kit/Moment.tsx";
import { PersonName } from "../src/kit/PersonName.tsx";
import { TableFooter } from "../src/kit/TableFooter.tsx";
import type { StatusState } from "../src/status-marks.ts";
import { StatusDot } from "../src/StatusDot.tsx";
import { Part } from "./Part.tsx";

interface Film {
  id: number;
  name: string;
  state: StatusState;
  word: string;
  size: number;
  at: string;
}

const FILMS: readonly Film[] = [
  { id: 1, name: "Harbor at dawn", state: "published", word: "Published", size: 28, at: "2026-09-21T10:00:00Z" },
  { id: 2, name: "Dunes", state: "processing", word: "Processing", size: 1204, at: "2026-09-20T10:00:00Z" },
  { id: 3, name: "City lights", state: "failed", word: "Failed", size: 3, at: "2026-09-19T10:00:00Z" },
];

const COLUMNS: readonly Column<Film>[] = [
  {
    id: "name",
    header: "Title",
    min: 200,
    grow: 1,
    mobile: "title",
    sorts: ["name", "-name"],
    cell: ({ name }) => <span className="truncate">{name}</span>,
  },
  {
    id: "state",
    header: "Status",
    min: 110,
    mobile: "meta",
    cell: ({ state, word }) => <StatusDot state={state}>{word}</StatusDot>,
  },
  {
    id: "size",
    header: "Size",
    min: 80,
    align: "end",
    priority: 2,
    mobile: "meta",
    sorts: ["-size", "size"],
    cell: ({ size }) => `${size} MB`,
  },
  { id: "at", header: "Added", min: 110, priority: 1, mobile: "hidden", cell: ({ at }) => <Moment at={at} /> },
];

/** Lists with all that stands around them. */
export const Lists = () => (
  <>
    <Filters />
    <Table />
    <NoRows />
  </>
);

function Filters() {
  const [status, setStatus] = useState<string | undefined>("published");
  const [category, setCategory] = useState<string | undefined>("news");
  return (
    <Part name="FilterBar">
      <FilterBar
        search={
          <TextInput aria-label="Search" placeholder="Search" leftSection={<IconSearch size={16} stroke={1.6} />} />
        }
        segments={{
          id: "status",
          label: "Status",
          all: "All",
          options: [
            { value: "published", label: "Published" },
            { value: "failed", label: "Failed" },
          ],
          value: status,
          onChange: setStatus,
        }}
        filters={[
          {
            kind: "choice",
            id: "category",
            label: "Category",
            options: [
              { value: "news", label: "News" },
              { value: "sport", label: "Sport" },
            ],
            value: category,
            onChange: setCategory,
          },
        ]}
        onClear={() => setCategory(undefined)}
      />
    </Part>
  );
}

function Table() {
  const [sort, setSort] = useState("name");
  const [selected, setSelected] = useState<ReadonlySet<RowId>>(new Set([2]));
  return (
    <Part name="DataTable">
      <DataTable
        label="Videos"
        columns={COLUMNS}
        rows={FILMS}
        nameOf={({ name }) => name}
        sorting={{ current: sort, onSort: setSort }}
        selection={{ selected, onChange: setSelected }}
        menu={() => [
          { label: "Rename", icon: <IconPencil size={16} stroke={1.6} />, onChoose: () => {} },
          { label: "Delete", icon: <IconTrash size={16} stroke={1.6} />, danger: true, onChoose: () => {} },
        ]}
        empty={null}
        footer={
          <TableFooter
            page={2}
            max={5}
            from={31}
            to={60}
            total={140}
            links={[1, 2, 3, 4, 5]}
            onPage={() => {}}
            perPage={{ value: 30, sizes: [30, 60], onChange: () => {} }}
          />
        }
      />
    </Part>
  );
}

const NoRows = () => (
  <>
    <Part name="DataTable without rows">
      <DataTable
        label="Tags"
        columns={COLUMNS}
        rows={[]}
        nameOf={({ name }) => name}
        empty={
          <EmptyState title="No tags yet" action={<Button>Add tags</Button>}>
            Describe what's in a video with any number of tags.
          </EmptyState>
        }
      />
      <DataTable
        label="Users"
        columns={COLUMNS}
        rows={undefined}
        nameOf={({ name }) => name}
        problem={<ErrorState message="The server is not responding." retryLabel="Retry" onRetry={() => {}} />}
        empty={null}
      />
    </Part>
    <Part name="PersonName">
      <PersonName
        person={{ first_name: "Ada", last_name: "King", email: "ada@example.com" }}
        picture={null}
        detail="Owner"
      />
    </Part>
  </>
);
