import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { theme } from "../../theme.ts";
import { Sections } from "./Sections.tsx";
import { SettingGroup } from "./SettingGroup.tsx";

const page = (middle: boolean) => (
  <MantineProvider theme={theme} env="test" withCssVariables={false}>
    <Sections label="On this page">
      <SettingGroup title="General">A name</SettingGroup>
      {middle ? <SettingGroup title="Security">Codes</SettingGroup> : null}
      <SettingGroup title="Danger zone">Delete</SettingGroup>
    </Sections>
  </MantineProvider>
);
const listed = () =>
  within(screen.getByRole("list"))
    .getAllByRole("button")
    .map(({ textContent }) => textContent);

test("groups are listed in the order of the page, also those that come later", () => {
  const { rerender } = render(page(false));
  expect(listed()).toEqual(["General", "Danger zone"]);
  rerender(page(true));
  expect(listed()).toEqual(["General", "Security", "Danger zone"]);
  rerender(page(false));
  expect(listed()).toEqual(["General", "Danger zone"]);
});

test("a section that is chosen comes into sight and has the focus", () => {
  const scroll = vi.fn<() => void>();
  HTMLElement.prototype.scrollIntoView = scroll;
  render(page(true));
  fireEvent.click(screen.getByRole("button", { name: "Security" }));
  expect(scroll).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Security" }));
});

test("the list is opened above the page where it has no place beside it, and closes once a section is chosen", () => {
  HTMLElement.prototype.scrollIntoView = vi.fn<() => void>();
  render(page(true));
  const opener = screen.getByRole("button", { name: "On this page" });
  const isOpen = () => opener.getAttribute("aria-expanded");
  expect(isOpen()).toBe("false");
  fireEvent.click(opener);
  expect(isOpen()).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: "Security" }));
  expect(isOpen()).toBe("false");
});
