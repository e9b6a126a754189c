import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
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
