import { QueryClient } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aVideo, aVideoPage } from "../../testing/videos.ts";
import { PeekComing } from "./PeekFrame.tsx";
import { PeekPanel } from "./PeekPanel.tsx";

const POSTER = "https://edge.example/poster.jpg";

beforeEach(() => {
  signedIn();
  // The video itself is on its way.
  vi.spyOn(globalThis, "fetch").mockImplementation(() => new Promise(() => {}));
});

/** A visit whose list has shown one video. */
function afterTheList(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const video = aVideo({ id: 7, title: "Harbor atlas", image_urls: { "720p": POSTER } });
  client.setQueryData(["videos", 3, "list"], aVideoPage([video]));
  return client;
}
const panel = () => screen.getByRole("region", { name: "Video preview" });

test.each([
  ["before the panel's code is there", <PeekComing key="coming" id={7} />],
  ["before the video is there", <PeekPanel key="panel" id={7} place={{}} startAt={null} onPeek={() => {}} />],
])("the frame shows title and poster as the list knows them, %s", async (_when, part) => {
  await renderPart(part, afterTheList());
  expect(panel().querySelector("h2")?.textContent).toBe("Harbor atlas");
  expect(panel().querySelector("img")?.getAttribute("src")).toBe(POSTER);
});

test("a video that no list has shown has an empty frame", async () => {
  await renderPart(<PeekComing id={8} />, afterTheList());
  expect(panel().querySelector("img")).toBeNull();
});
