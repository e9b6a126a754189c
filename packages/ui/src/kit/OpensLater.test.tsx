import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Menu } from "../floats.ts";
import { laterCode } from "../later.ts";
import { theme } from "../theme.ts";
import { OpensLater, type OpenedLater } from "./OpensLater.tsx";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
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

const Items = ({ target, opened, onChange }: OpenedLater) => (
  <Menu opened={opened} onChange={onChange}>
    <Menu.Target>{target}</Menu.Target>
    <Menu.Dropdown>
      <Menu.Item>Log out</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);

/** A menu whose code arrives when `arrive` is called. */
function renderMenu() {
  const arriving = Promise.withResolvers<typeof Items>();
  let fetched = 0;
  const code = laterCode(() => {
    fetched += 1;
    return arriving.promise;
  });
  render(
    <MantineProvider theme={theme} env="test" withCssVariables={false}>
      <OpensLater code={code} given={{}}>
        <button type="button">Ada</button>
      </OpensLater>
    </MantineProvider>,
  );
  return { arrive: () => arriving.resolve(Items), fetches: () => fetched };
}

const button = () => screen.getByRole("button", { name: "Ada" });

test("what a button opens is fetched when the browser is idle, without being asked for", async () => {
  const { fetches } = renderMenu();
  expect(button().getAttribute("aria-haspopup")).toBe("menu");
  await waitFor(() => expect(fetches()).toBe(1), { timeout: 10_000 });
  expect(screen.queryByRole("menu")).toBeNull();
});

test("one click opens it, even before its code is there, and Escape gives the focus back to its button", async () => {
  const { arrive } = renderMenu();
  button().focus();
  fireEvent.click(button());
  expect(screen.queryByRole("menu")).toBeNull();
  arrive();
  const item = await screen.findByRole("menuitem", { name: "Log out" });
  expect(button().getAttribute("aria-expanded")).toBe("true");
  item.focus();
  fireEvent.keyDown(item, { key: "Escape", code: "Escape" });
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button()));
});
