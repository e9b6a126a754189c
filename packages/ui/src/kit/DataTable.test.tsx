import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { theme } from "../theme.ts";
import type { Column } from "./columns.ts";
import { DataTable, type DataTableProps, type RowId } from "./DataTable.tsx";

interface Film {
  id: number;
  name: string;
  size: number;
}

const films: readonly Film[] = ["Atlas", "Boats", "Cats", "Dunes"].map((name, index) => ({
  id: index + 1,
  name,
  size: 10 * index,
}));
const columns: readonly Column<Film>[] = [
  {
    id: "name",
    header: "Name",
    min: 200,
    grow: 1,
    mobile: "title",
    sorts: ["name", "-name"],
    cell: ({ name }) => name,
  },
  {
    id: "size",
    header: "Size",
    min: 80,
    priority: 1,
    align: "end",
    mobile: "meta",
    sorts: ["-size", "size"],
    cell: ({ size }) => `${size} MB`,
  },
];

let narrow: boolean;
let width: number;
beforeEach(() => {
  narrow = false;
  width = 0;
  vi.stubGlobal("matchMedia", (media: string) => ({
    matches: narrow,
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly changed: () => void;
      constructor(changed: () => void) {
        this.changed = changed;
      }
      observe() {
        this.changed();
      }
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => width);
});
afterEach(() => vi.unstubAllGlobals());

const show = (change: Partial<DataTableProps<Film>> = {}) =>
  render(
    <MantineProvider theme={theme} env="test" withCssVariables={false}>
      <DataTable label="Films" columns={columns} rows={films} nameOf={({ name }) => name} empty="Nothing" {...change} />
    </MantineProvider>,
  );

function Selecting({ onSelected }: { onSelected: (ids: readonly RowId[]) => void }) {
  const [selected, setSelected] = useState<ReadonlySet<RowId>>(new Set());
  const onChange = (ids: ReadonlySet<RowId>) => {
    setSelected(ids);
    onSelected([...ids]);
  };
  return (
    <MantineProvider theme={theme} env="test" withCssVariables={false}>
      <DataTable
        label="Films"
        columns={columns}
        rows={films}
        nameOf={({ name }) => name}
        empty="Nothing"
        selection={{ selected, onChange }}
      />
    </MantineProvider>
  );
}

test("a header sorts by its column, and the other way round when it is pressed again", () => {
  const onSort = vi.fn();
  show({ sorting: { current: "name", onSort } });
  const [name, size] = screen.getAllByRole("columnheader");
  expect([name, size].map((head) => head?.getAttribute("aria-sort"))).toEqual(["ascending", "none"]);
  fireEvent.click(screen.getByRole("button", { name: "Sort by Name" }));
  fireEvent.click(screen.getByRole("button", { name: "Sort by Size" }));
  expect(onSort.mock.calls).toEqual([["-name"], ["-size"]]);
});

test("a column that does not fit leaves its header and its cells", () => {
  width = 320;
  show();
  expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual(["Name"]);
  expect(screen.queryByText("10 MB")).toBeNull();
});

test("a column that does not fit is not there before a change of the width is reported", () => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  width = 320;
  show();
  expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual(["Name"]);
});

test("on a phone a row is its title and below it the rest, and headers are for assistive technology", () => {
  narrow = true;
  show({ menu: () => [{ label: "Delete", icon: null }] });
  const [, first] = screen.getAllByRole("row");
  expect(
    within(first!)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["Atlas", "0 MB", ""]);
  expect(within(first!).getByRole("button", { name: "Actions for Atlas" })).toBeTruthy();
  expect(screen.getByRole("table").dataset["phone"]).toBe("true");
});

test("Shift selects every row between, and the head all of the page", () => {
  const onSelected = vi.fn();
  render(<Selecting onSelected={onSelected} />);
  const box = (name: string) => screen.getByRole("checkbox", { name });
  fireEvent.click(box("Select Atlas"));
  fireEvent.click(box("Select Cats"), { shiftKey: true });
  expect(onSelected.mock.lastCall).toEqual([[1, 2, 3]]);
  expect((box("Select all of this page") as HTMLInputElement).checked).toBe(false);
  fireEvent.click(box("Select all of this page"));
  expect(onSelected.mock.lastCall).toEqual([[1, 2, 3, 4]]);
  fireEvent.click(box("Select all of this page"));
  expect(onSelected.mock.lastCall).toEqual([[]]);
});

test("j and k walk through the rows, x selects, and Enter opens the row that has the focus", () => {
  const onOpen = vi.fn();
  const onChange = vi.fn();
  show({ onOpen, selection: { selected: new Set(), onChange } });
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  press("j");
  press("j");
  expect(document.activeElement?.textContent).toContain("Boats");
  press("x");
  expect(onChange).toHaveBeenCalledWith(new Set([2]));
  press("Enter");
  expect(onOpen).toHaveBeenCalledWith(films[1]);
  press("k");
  expect(document.activeElement?.textContent).toContain("Atlas");
});

test("a row being edited is replaced, and an opened one is followed by what it shows", () => {
  show({
    editor: ({ id }) => (id === 1 ? "Editing Atlas" : null),
    detail: ({ id }) => (id === 2 ? "About Boats" : null),
    note: ({ id }) => (id === 3 ? "Cats failed" : null),
  });
  const rows = screen.getAllByRole("row").map((row) => row.textContent);
  expect(rows).toEqual([
    "NameSize",
    "Editing Atlas",
    "Boats10 MB",
    "About Boats",
    "Cats20 MBCats failed",
    "Dunes30 MB",
  ]);
});

test("rows move with the arrow keys and by dragging, and Ctrl+Z takes it back", () => {
  const [onMove, onUndo] = [vi.fn(), vi.fn()];
  show({ reorder: { nameOf: ({ name }) => name, onMove, onUndo } });
  const grip = (name: string) => screen.getByRole("button", { name: `Move ${name}; use the arrow keys` });
  fireEvent.keyDown(grip("Boats"), { key: "ArrowUp" });
  expect(onMove.mock.lastCall).toEqual([films[1], 0]);
  expect(screen.getByRole("status").textContent).toBe("Boats is now 1 of 4");
  fireEvent.keyDown(grip("Atlas"), { key: "ArrowUp" });
  expect(onMove).toHaveBeenCalledTimes(1);
  fireEvent.dragStart(grip("Atlas"), { dataTransfer: {} });
  fireEvent.drop(screen.getByText("Dunes").closest("[data-row]")!);
  expect(onMove.mock.lastCall).toEqual([films[0], 3]);
  fireEvent.keyDown(grip("Atlas"), { key: "z", ctrlKey: true });
  expect(onUndo).toHaveBeenCalledTimes(1);
});

test("rows move by buttons, which stay where they are at the ends of the list", () => {
  const onMove = vi.fn();
  show({ reorder: { nameOf: ({ name }) => name, onMove, onUndo: () => {} } });
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  press("Move Boats up");
  expect(onMove.mock.lastCall).toEqual([films[1], 0]);
  press("Move Boats down");
  expect(onMove.mock.lastCall).toEqual([films[1], 2]);
  expect(screen.getByRole("status").textContent).toBe("Boats is now 3 of 4");
  for (const name of ["Move Atlas up", "Move Dunes down"]) {
    press(name);
    expect(screen.getByRole("button", { name }).getAttribute("aria-disabled")).toBe("true");
  }
  expect(onMove).toHaveBeenCalledTimes(2);
});

test("before rows arrive there are placeholders, and none at all says so", () => {
  show({ rows: undefined });
  expect(screen.getByRole("status", { name: "Loading Films" })).toBeTruthy();
  cleanup();
  show({ rows: [] });
  expect(screen.getByText("Nothing")).toBeTruthy();
  cleanup();
  show({ problem: "It failed." });
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByText("It failed.")).toBeTruthy();
});

test("a cell keeps its focus when the page is drawn again", () => {
  const withField = () => [{ ...columns[0]!, cell: ({ name }: Film) => <input aria-label={name} /> }];
  const table = () => (
    <MantineProvider theme={theme} env="test" withCssVariables={false}>
      <DataTable label="Films" columns={withField()} rows={films} nameOf={({ name }) => name} empty="Nothing" />
    </MantineProvider>
  );
  const { rerender } = render(table());
  screen.getByRole("textbox", { name: "Boats" }).focus();
  rerender(table());
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Boats" }));
});
