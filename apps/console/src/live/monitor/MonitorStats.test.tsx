import { streamIngest } from "@kinora/contract/live/streams.ts";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aStream } from "../../testing/streams.ts";
import { IngestStats } from "./MonitorStats.tsx";

beforeEach(signedIn);

test("tracks that viewers do not get are named below what is received", async () => {
  const sentence = "Viewers hear the first track of sound; another one is left out.";
  const ingest = streamIngest.parse({
    ...{ video_codec: "h264", audio_codec: "aac", width: 1280, height: 720, frame_rate: 30, bitrate_kbps: 2500 },
    ...{ keyframe_seconds: 2, encoder: "a test", left_out_tracks: [sentence] },
  });
  await renderPart(<IngestStats stream={aStream()} ingest={ingest} />);
  expect(screen.getByText(sentence)).toBeTruthy();
});
