import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { VideoDetail } from "../../platform/videos.ts";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { AudioTracks } from "./AudioTracks.tsx";

const TRACK = {
  ...{ kind: "main", default: false, uploaded: true, state: "complete", progress: 100, failure: null },
  ...{ loudness: -23, difference_seconds: 0, size_bytes: 9 },
  ...{ created_at: "2030-01-01T00:00:00Z", updated_at: "2030-01-01T00:00:00Z" },
};
const TRACKS = [
  { ...TRACK, id: 1, name: "English", language: "en", default: true, uploaded: false, file_name: null },
  { ...TRACK, id: 2, name: "German", language: "de", file_name: "film.de.m4a", difference_seconds: -2.5 },
  { ...TRACK, id: 3, name: "French", language: "fr", file_name: "fr.wav", state: "running", progress: 40 },
];

let sent: [path: string, body: unknown][];

beforeEach(() => {
  signedIn();
  sent = [];
  answerFetch(async (request) => {
    if (request.method === "PUT") sent.push([new URL(request.url).pathname, await request.json()]);
    const answer =
      request.method === "GET" ? { data: TRACKS } : { message: "The audio track was saved.", data: TRACKS[1] };
    return Response.json(answer);
  });
});

test("tracks say where they are from, how loud they are, and what does not fit; one is made the default", async () => {
  const video = { id: 7, playable: true, completed_at: null } as Partial<VideoDetail> as VideoDetail;
  await renderPart(<AudioTracks video={video} />);
  expect(await screen.findByText("The video's file")).toBeDefined();
  expect(screen.getByText(/2\.5 s shorter than the video: it ends in silence/)).toBeDefined();
  expect(screen.getByText("40% encoded")).toBeDefined();
  expect(screen.getAllByText(/-23\.0 LUFS/)).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Actions for German" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Make default" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.[0]).toMatch(/\/videos\/7\/audio-tracks\/2$/);
  expect(sent[0]?.[1]).toEqual({ name: "German", language: "de", kind: "main", default: true });
});
