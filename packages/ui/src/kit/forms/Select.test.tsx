import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { theme } from "../../theme.ts";
import type { Select as SelectField } from "./Select.tsx";

let Select: typeof SelectField;

beforeEach(async () => {
  // The list of a test before this one is not there any more.
  vi.resetModules();
  ({ Select } = await import("./Select.tsx"));
  // Nothing is idle: the list is fetched when someone reaches for the field.
  vi.stubGlobal("requestIdleCallback", () => 0);
  vi.stubGlobal("cancelIdleCallback", () => {});
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  HTMLElement.prototype.scrollIntoView ??= () => {};
});
afterEach(() => vi.unstubAllGlobals());

function Field() {
  const [value, setValue] = useState<string | null>("b");
  const data = [
    { value: "a", label: "Alpha" },
    { value: "b", label: "Beta" },
  ];
  return (
    <MantineProvider theme={theme} env="test" withCssVariables={false}>
      <Select label="Letter" description="One of two" data={data} value={value} onChange={setValue} />
    </MantineProvider>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>("Letter", { selector: "input" });

test("a list field says what is chosen before its list is there, and the first click opens it", async () => {
  render(<Field />);
  const waiting = field();
  expect(waiting.value).toBe("Beta");
  expect(screen.getByText("One of two")).toBeTruthy();
  waiting.focus();
  fireEvent.click(waiting);
  fireEvent.click(await screen.findByRole("option", { name: "Alpha" }));
  expect(field().value).toBe("Alpha");
  expect(document.activeElement).toBe(field());
});

test("a mouse that is still pressed when the list arrives opens it", async () => {
  render(<Field />);
  const waiting = field();
  fireEvent.mouseDown(waiting);
  waiting.focus();
  // It is released over another element than it was pressed on: no click comes.
  expect(await screen.findByRole("option", { name: "Alpha" })).toBeTruthy();
  expect(document.activeElement).toBe(field());
});

test("who left the field before its list was there is not taken back to it", async () => {
  render(<Field />);
  const waiting = field();
  fireEvent.focus(waiting);
  fireEvent.blur(waiting);
  await waitFor(() => expect(field()).not.toBe(waiting));
  expect(document.activeElement).toBe(document.body);
});
