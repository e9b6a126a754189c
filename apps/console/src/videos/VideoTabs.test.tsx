import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderPart } from "../testing/renderPage.tsx";
import { VideoTabList } from "./VideoTabs.tsx";
import { readVideoSearch } from "./videoView.ts";

afterEach(cleanup);

test.each([
  ["/video/1", "Details"],
  ["/video/1?tab=details", "Details"],
  ["/video/1?tab=nonsense", "Details"],
  ["/video/1?tab=files", "Files"],
  ["/video/1?tab=files&page=1&odd=1", "Files"],
])("%s marks the part it opens", async (address, label) => {
  const search = readVideoSearch(Object.fromEntries(new URLSearchParams(address.split("?")[1])));
  await renderPart(<VideoTabList videoId={1} search={search} />, undefined, address);
  const marked = screen.getAllByRole("link", { current: "page" });
  expect(marked.map(({ textContent }) => textContent)).toEqual([label]);
  expect(marked[0]?.dataset["status"]).toBe("active");
});

test("an open part beyond the edge of a narrow screen is scrolled to", async () => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    return this.textContent === "Activity" ? new DOMRect(700, 0, 80, 36) : new DOMRect(0, 0, 390, 36);
  });
  await renderPart(<VideoTabList videoId={1} search={{ tab: "activity" }} />, undefined, "/video/1?tab=activity");
  expect(screen.getByRole("navigation").scrollLeft).toBe(390);
  vi.restoreAllMocks();
});
