// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { chooseCaptionsLook, readCaptionsLook } from "./captions-look.ts";
import { captionsMenu } from "./captions-menu.ts";

test.each([
  [null, { size: "100", style: "dark" }],
  ["150,yellow", { size: "150", style: "yellow" }],
  ["9000,<script>", { size: "100", style: "dark" }],
])("the stored look %j of captions is read as %j", (stored, look) => {
  expect(readCaptionsLook(stored)).toEqual(look);
});

beforeEach(async () => {
  // What jsdom has not; without the first two, media-chrome takes it for a server.
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  const part = { add: () => undefined, remove: () => undefined };
  if (!("part" in Element.prototype)) Object.defineProperty(Element.prototype, "part", { value: part });
  await import("media-chrome/dist/menu/media-chrome-menu-item.js");
  await import("media-chrome/dist/menu/media-chrome-menu.js");
  localStorage.clear();
});

/** The entries of the settings menu that are checked, once viewers can choose. */
function checked(): string[] {
  const root = document.createElement("div");
  root.innerHTML = captionsMenu();
  document.body.append(root);
  chooseCaptionsLook(root);
  const items = [...root.querySelectorAll("media-chrome-menu-item")];
  return items.filter((item) => item.getAttribute("aria-checked") === "true").map((item) => item.textContent);
}

test("the menus show the usual look, or what was chosen in this browser, and nothing beside it", () => {
  expect(checked()).toEqual(["Normal", "White on black"]);
  localStorage.setItem("kinora:captions", "150,yellow");
  expect(checked()).toEqual(["Large", "Yellow on black"]);
});
