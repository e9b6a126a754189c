import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderPart } from "../testing/renderPage.tsx";
import { SelectLater } from "./SelectLater.tsx";

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = () => {};
});
afterEach(cleanup);

const CITIES = [
  { value: "ber", label: "Berlin" },
  { value: "osl", label: "Oslo" },
];

function City({ searchable = false, clearable = false }: { searchable?: boolean; clearable?: boolean }) {
  const [value, setValue] = useState<string | null>("ber");
  return (
    <SelectLater
      label="City"
      data={CITIES}
      value={value}
      onChange={setValue}
      searchable={searchable}
      clearable={clearable}
    />
  );
}

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "City" });

test("a choice shows what is chosen before its list is there, and opens with the click that asked for it", async () => {
  await renderPart(<City />);
  expect(field().value).toBe("Berlin");
  expect(field().getAttribute("aria-expanded")).toBe("false");
  field().focus();
  fireEvent.click(field());
  fireEvent.click(await screen.findByRole("option", { name: "Oslo" }));
  await waitFor(() => expect(field().value).toBe("Oslo"));
  expect(document.activeElement).toBe(field());
});

test("a key opens the list of a choice", async () => {
  await renderPart(<City />);
  field().focus();
  fireEvent.keyDown(field(), { key: "ArrowDown", code: "ArrowDown" });
  await waitFor(() => expect(field().getAttribute("aria-expanded")).toBe("true"));
});

test("what is typed into a choice narrows its list", async () => {
  await renderPart(<City searchable />);
  field().focus();
  fireEvent.change(field(), { target: { value: "os" } });
  expect(await screen.findByRole("option", { name: "Oslo" })).toBeTruthy();
  expect(screen.queryByRole("option", { name: "Berlin" })).toBeNull();
});
