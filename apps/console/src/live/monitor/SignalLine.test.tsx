import { STREAM_LABELS, type StreamState } from "@kinora/domain/live/stream-states.ts";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aStream } from "../../testing/streams.ts";
import { SignalLine } from "./SignalLine.tsx";

beforeEach(signedIn);

test.each<[StreamState, string]>([
  ["not_active", "Waiting for signal…"],
  ["loop", "Waiting for signal…"],
  ["processing", "Connected. Waiting for the first frame…"],
  ["live", "Receiving a signal"],
  ["paused", "Receiving a signal"],
  ["ended", "Signal lost. The encoder can reconnect within 60 s."],
])("a livestream that is %s without figures of its encoder says: %s", async (state, words) => {
  const stream = aStream({ state, label: STREAM_LABELS[state], reconnect_seconds: 60 });
  await renderPart(<SignalLine stream={stream} ingest={null} />);
  expect(screen.getByText(words)).toBeTruthy();
});
