import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { session } from "../platform/session.ts";
import { toasts } from "../platform/toasts.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { aConfig, aVideo } from "../testing/videos.ts";
import { PublishUploaded } from "./PublishUploaded.tsx";
import type { UploadItem } from "./queue.ts";

const item = (videoId: number) => ({ key: videoId, state: "sent", videoId, title: `Film ${videoId}` }) as UploadItem;
let published: string[];

beforeEach(() => {
  signedIn();
  published = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const { method, url } = new Request(input, init);
    const { pathname } = new URL(url);
    const id = Number(/\d+/.exec(pathname)?.[0]);
    if (method === "PATCH") published.push(pathname);
    const video = aVideo({ id, status: id === 9 ? "processing" : "complete", published: method === "PATCH" });
    return Promise.resolve(Response.json({ message: "Published...", data: video }));
  });
});

test("what is complete after a batch is published with one press", async () => {
  await renderPart(<PublishUploaded items={[item(7), item(8), item(9)]} />);
  fireEvent.click(await screen.findByRole("button", { name: "Publish 2" }));
  await vi.waitFor(() => expect(toasts.get().shown.at(-1)?.message).toBe("2 videos are published."));
  expect(published).toEqual(["/videos/7/publish", "/videos/8/publish"]);
});

test("who may not publish is not offered it", async () => {
  session.set({ config: aConfig({}, ["video_view", "video_add"]) });
  await renderPart(<PublishUploaded items={[item(7), item(8)]} />);
  await vi.waitFor(() => expect(vi.mocked(fetch)).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole("button")).toBeNull();
});
