import { screen } from "@testing-library/react";
import { createRef } from "react";
import { beforeEach, expect, test } from "vitest";
import type { VideoDetail } from "../../platform/videos.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aVideo } from "../../testing/videos.ts";
import { PreviewPlayer } from "../preview/PreviewPlayer.tsx";
import { VideoStatusLine } from "./VideoStatusLine.tsx";
import { VisibilityPanel } from "./VisibilityPanel.tsx";

beforeEach(signedIn);

const schedule = { publish_at: null, unpublish_at: null, publish_when_ready: false };
const aDetail = (change: Partial<VideoDetail>) => ({ ...aVideo(), schedule, ...change }) as VideoDetail;

/** What a narrow page says of a video above its tabs and in its first tab. */
const showNarrow = (change: Partial<VideoDetail>) => {
  const video = aDetail(change);
  return renderPart(
    <>
      <VideoStatusLine video={video} />
      <PreviewPlayer video={video} frame={createRef()} options={null} startSeconds={0} />
      <VisibilityPanel video={video} belowStatus />
    </>,
  );
};

test("a narrow page says once that a finished video is complete and published, and has one switch", async () => {
  await showNarrow({ published: true });
  for (const word of ["Complete", "Published"]) expect(screen.getAllByText(word), word).toHaveLength(1);
  expect(screen.getAllByRole("switch")).toHaveLength(1);
  // The panel would be empty.
  expect(screen.queryByText("Visibility")).toBeNull();
});

test("when its visibility changes is said below, without repeating what it is now", async () => {
  await showNarrow({ schedule: { ...schedule, publish_at: "2030-01-01T10:00:00.000Z" } });
  expect(screen.getByText("Visibility")).toBeTruthy();
  expect(screen.getAllByText("Unpublished")).toHaveLength(1);
  expect(screen.getAllByRole("switch")).toHaveLength(1);
});

test("a failed video says once that it failed, and in the place of its player why and how to go on", async () => {
  const error = { code: "worker_died", message: "The worker stopped.", retryable: true };
  await showNarrow({ status: "failed", playable: false, error });
  expect(screen.getAllByText("Failed")).toHaveLength(1);
  expect(screen.getAllByText("The worker stopped.")).toHaveLength(1);
  expect(screen.getAllByRole("button", { name: "Retry" })).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Replace file" })).toBeTruthy();
});

test("a video whose second version failed still plays, and says below its status how to go on", async () => {
  await showNarrow({ status: "failed", playable: true, preview_url: "about:blank" });
  expect(screen.getAllByRole("button", { name: "Retry" })).toHaveLength(1);
});
