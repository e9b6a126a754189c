import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { VideoDetail } from "../../platform/videos.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { CaptionsTable } from "./CaptionsTable.tsx";

const part = async (closed_captions: string[] | null) => {
  signedIn();
  const video = { id: 7, captions: [], closed_captions } as Pick<VideoDetail, "id" | "captions" | "closed_captions">;
  await renderPart(<CaptionsTable video={video as VideoDetail} />);
  await screen.findByText(/^No captions yet/);
};

test("captions within the picture are named beside those of files", async () => {
  await part(["CC1", "CC3"]);
  expect(screen.getByText(/closed captions \(CC1, CC3\)/)).toBeDefined();
});

test.each([[null], [[]]])("of a picture with %j nothing is said", async (found) => {
  await part(found);
  expect(screen.queryByText(/closed captions/)).toBeNull();
});

test("captions by machine are called automatic, and hidden ones hidden", async () => {
  signedIn();
  const track = {
    ...({ language: "en", kind: "subtitles", default: false, format: "vtt" } as const),
    ...{ size_bytes: 9, version: 1, created_by: null },
    ...{ created_at: "2030-01-01T00:00:00Z", updated_at: "2030-01-01T00:00:00Z" },
  };
  const captions: VideoDetail["captions"] = [
    { ...track, id: 1, label: "English", cues: 2, automatic: true, published: true },
    { ...track, id: 2, label: "German", language: "de", cues: 1, automatic: true, published: false },
    { ...track, id: 3, label: "French", language: "fr", cues: 3, automatic: false, published: true },
  ];
  const video = { id: 7, captions, closed_captions: null } as Pick<VideoDetail, "id" | "captions" | "closed_captions">;
  await renderPart(<CaptionsTable video={video as VideoDetail} />);
  expect(await screen.findByText("Automatic, 2 cues")).toBeDefined();
  expect(screen.getByText("Automatic, 1 cue, hidden from viewers")).toBeDefined();
  expect(screen.getByText("Uploaded VTT, 3 cues")).toBeDefined();
});
