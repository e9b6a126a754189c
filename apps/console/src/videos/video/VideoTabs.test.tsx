import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { openTab, readVideoSearch } from "./video-view.ts";
import { VideoTabList } from "./VideoTabs.tsx";

test.each([
  ["/video/1", false, "Details"],
  ["/video/1", true, "Overview"],
  ["/video/1?tab=details", true, "Details"],
  ["/video/1?tab=overview", false, "Details"],
  ["/video/1?tab=nonsense", false, "Details"],
  ["/video/1?tab=media", false, "Media"],
  ["/video/1?tab=restrictions", false, "Details"],
  ["/video/1?tab=ads", true, "Details"],
  ["/video/1?tab=files&page=1&odd=1", false, "Media"],
])("%s, narrow: %s, opens %s", async (address, narrow, label) => {
  const search = readVideoSearch(Object.fromEntries(new URLSearchParams(address.split("?")[1])));
  await renderPart(
    <VideoTabList videoId={1} search={search} {...openTab(search.tab, narrow, true)} />,
    undefined,
    address,
  );
  const marked = screen.getAllByRole("link", { current: "page" });
  expect(marked.map(({ textContent }) => textContent)).toEqual([label]);
  expect(marked[0]?.dataset["status"]).toBe("active");
});

test("who may not see reports has no tab of them, and its address opens the details", () => {
  expect(openTab("analytics", false, true)).toMatchObject({ open: "analytics" });
  const { tabs, open } = openTab("analytics", false, false);
  expect({ tabs, open }).toEqual({ tabs: ["details", "media", "embed", "activity"], open: "details" });
});

test("an open tab beyond the edge of a narrow screen is scrolled to", async () => {
  vi.stubGlobal("matchMedia", (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media.includes("max-width") }),
  );
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    return this.textContent === "Activity" ? new DOMRect(700, 0, 80, 36) : new DOMRect(0, 0, 390, 36);
  });
  // jsdom has no scrollBy.
  Object.defineProperty(HTMLElement.prototype, "scrollBy", {
    configurable: true,
    value(this: HTMLElement, { left = 0 }: ScrollToOptions) {
      this.scrollLeft += left;
    },
  });
  const search = { tab: "activity" } as const;
  await renderPart(
    <VideoTabList videoId={1} search={search} {...openTab("activity", true, true)} />,
    undefined,
    "/video/1?tab=activity",
  );
  expect(screen.getByRole("navigation").firstElementChild?.scrollLeft).toBe(418);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
