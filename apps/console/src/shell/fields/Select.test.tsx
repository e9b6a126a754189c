import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";

const CITIES = [
  { value: "ber", label: "Berlin" },
  { value: "osl", label: "Oslo" },
];

function City({ searchable = false, clearable = false }: { searchable?: boolean; clearable?: boolean }) {
  const [value, setValue] = useState<string | null>("ber");
  return (
    <Select
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

test("a select shows what is chosen, opens with one click and keeps the focus", async () => {
  await renderPart(<City />);
  expect(field().value).toBe("Berlin");
  expect(field().getAttribute("aria-expanded")).toBe("false");
  field().focus();
  fireEvent.click(field());
  fireEvent.click(await screen.findByRole("option", { name: "Oslo" }));
  await waitFor(() => expect(field().value).toBe("Oslo"));
  expect(document.activeElement).toBe(field());
});

test("a key opens the list of a select", async () => {
  await renderPart(<City />);
  field().focus();
  fireEvent.keyDown(field(), { key: "ArrowDown", code: "ArrowDown" });
  await waitFor(() => expect(field().getAttribute("aria-expanded")).toBe("true"));
});

test("what is typed into a select narrows its list", async () => {
  await renderPart(<City searchable />);
  field().focus();
  fireEvent.change(field(), { target: { value: "os" } });
  expect(await screen.findByRole("option", { name: "Oslo" })).toBeTruthy();
  expect(screen.queryByRole("option", { name: "Berlin" })).toBeNull();
});
