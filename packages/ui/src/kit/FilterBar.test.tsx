import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { theme } from "../theme.ts";
import { FilterBar } from "./FilterBar.tsx";

let matching: (media: string) => boolean;
beforeEach(() => {
  matching = (media) => media.includes("min-width");
  vi.stubGlobal("matchMedia", (media: string) => ({
    matches: matching(media),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const options = (names: string) => names.split(" ").map((label) => ({ value: label.toLowerCase(), label }));

function Bar({ onClear = () => {} }: { onClear?: () => void }) {
  const [status, setStatus] = useState<string | undefined>();
  const [category, setCategory] = useState<string | undefined>();
  const [days, setDays] = useState<{ from: string | undefined; to: string | undefined }>({
    from: undefined,
    to: undefined,
  });
  return (
    <MantineProvider theme={theme} env="test" withCssVariables={false}>
      <FilterBar
        segments={{
          id: "status",
          label: "Status",
          all: "All",
          options: options("Published Failed"),
          value: status,
          onChange: setStatus,
        }}
        filters={[
          {
            kind: "choice",
            id: "category",
            label: "Category",
            options: options("News Sport Culture"),
            value: category,
            onChange: setCategory,
          },
          { kind: "days", id: "days", label: "Added", ...days, onChange: setDays },
        ]}
        onClear={onClear}
      />
    </MantineProvider>
  );
}

const add = async (filter: string) => {
  fireEvent.click(screen.getByRole("button", { name: "Add filter" }));
  fireEvent.click(await screen.findByRole("option", { name: filter }));
};

test("a filter is added by its name and its value, edited in place, and taken out", async () => {
  render(<Bar />);
  await add("Category");
  const field = await screen.findByRole("combobox", { name: "Category" });
  fireEvent.change(field, { target: { value: "sp" } });
  fireEvent.keyDown(field, { key: "Enter" });
  const chip = await screen.findByRole("button", { name: "Category: Sport" });
  fireEvent.click(chip);
  fireEvent.click(await screen.findByRole("option", { name: "News" }));
  expect(await screen.findByRole("button", { name: "Category: News" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Remove the filter Category" }));
  expect(screen.queryByRole("button", { name: "Category: News" })).toBeNull();
});

test("days are one chip, and everything is cleared at once from two chips on", async () => {
  const onClear = vi.fn();
  render(<Bar onClear={onClear} />);
  await add("Added");
  fireEvent.click(await screen.findByRole("button", { name: "Last 7 days" }));
  expect(await screen.findByRole("button", { name: "Added: last 7 days" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
  await add("Category");
  fireEvent.click(await screen.findByRole("option", { name: "Culture" }));
  fireEvent.click(await screen.findByRole("button", { name: "Clear filters" }));
  expect(onClear).toHaveBeenCalledTimes(1);
});

test("both ends of a range can be typed as the filter is added", async () => {
  render(<Bar />);
  await add("Added");
  fireEvent.change(await screen.findByLabelText("From"), { target: { value: "2030-01-01" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2030-01-31" } });
  expect(await screen.findByRole("button", { name: "Added: Jan 1, 2030 – Jan 31, 2030" })).toBeTruthy();
});

test("the status is segments where there is room, and a filter like the others where there is not", async () => {
  const { unmount } = render(<Bar />);
  expect(screen.getByRole("radiogroup", { name: "Status" })).toBeTruthy();
  unmount();
  matching = () => false;
  render(<Bar />);
  expect(screen.queryByRole("radiogroup")).toBeNull();
  await add("Status");
  fireEvent.click(await screen.findByRole("option", { name: "Failed" }));
  expect(await screen.findByRole("button", { name: "Status: Failed" })).toBeTruthy();
});

const renderShownBy = (onChange: (value: string | undefined) => void) =>
  render(
    <MantineProvider theme={theme} env="test" withCssVariables={false}>
      <FilterBar
        shownBy={[
          {
            words: "By player",
            filter: {
              kind: "choice",
              id: "by",
              label: "Table",
              options: options("Player Country"),
              value: "player",
              onChange,
            },
          },
        ]}
        filters={[]}
        onClear={() => {}}
      />
    </MantineProvider>,
  );

test("what is always set is a button that says to what, and has nothing to take out", async () => {
  const onChange = vi.fn();
  renderShownBy(onChange);
  fireEvent.click(screen.getByRole("button", { name: "Table: By player" }));
  fireEvent.click(await screen.findByRole("option", { name: "Country" }));
  expect(onChange).toHaveBeenCalledWith("country");
  expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Add filter" })).toBeNull();
});

test("on a phone every filter is in a sheet, and its button says how many are on", async () => {
  matching = (media) => media.includes("max-width");
  render(<Bar />);
  fireEvent.click(screen.getByRole("button", { name: "Filters" }));
  fireEvent.change(await screen.findByLabelText("Category"), { target: { value: "news" } });
  fireEvent.change(screen.getByLabelText("Status"), { target: { value: "failed" } });
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.getByRole("button", { name: "Filters" }).textContent).toBe("2");
});

test("on a phone what is always set opens a sheet too, which leaves with the choice", async () => {
  matching = (media) => media.includes("max-width");
  const onChange = vi.fn();
  renderShownBy(onChange);
  fireEvent.click(screen.getByRole("button", { name: "Table: By player" }));
  await screen.findByRole("dialog", { name: "Table" });
  fireEvent.click(screen.getByRole("option", { name: "Country" }));
  expect(onChange).toHaveBeenCalledWith("country");
  expect(screen.getByRole("button", { name: "Table: By player" }).getAttribute("aria-expanded")).toBe("false");
});
