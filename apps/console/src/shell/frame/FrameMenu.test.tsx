import { Menu } from "@mantine/core";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { FrameMenu, type FrameMenuProps } from "./FrameMenu.tsx";

afterEach(cleanup);

const Items = ({ target, opened, onChange }: FrameMenuProps) => (
  <Menu opened={opened} onChange={onChange}>
    <Menu.Target>{target}</Menu.Target>
    <Menu.Dropdown>
      <Menu.Item>Log out</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);

/** A menu whose code arrives when `arrive` is called. */
async function renderMenu() {
  const code = Promise.withResolvers<typeof Items>();
  let fetched = 0;
  const load = () => {
    fetched += 1;
    return code.promise;
  };
  await renderPart(
    <FrameMenu load={load}>
      <button type="button">Ada</button>
    </FrameMenu>,
  );
  return { arrive: () => code.resolve(Items), fetches: () => fetched };
}

const button = () => screen.getByRole("button", { name: "Ada" });

test("a menu of the frame is fetched when the browser is idle, without being asked for", async () => {
  const { fetches } = await renderMenu();
  expect(button().getAttribute("aria-haspopup")).toBe("menu");
  await waitFor(() => expect(fetches()).toBe(1), { timeout: 10_000 });
  expect(screen.queryByRole("menu")).toBeNull();
});

test("one click opens it, even before its code is there, and Escape gives the focus back to its button", async () => {
  const { arrive } = await renderMenu();
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
