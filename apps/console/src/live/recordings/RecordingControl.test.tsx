import { STREAM_LABELS } from "@kinora/domain/live/stream-states.ts";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aStream } from "../../testing/streams.ts";
import { RecordingControl } from "./RecordingControl.tsx";

beforeEach(signedIn);

/** The server, which has so many of the last seconds; answers what was asked of it. */
function aServer(seconds: number): string[] {
  const asked: string[] = [];
  answerFetch(async (request, { pathname }) => {
    if (pathname.endsWith("/clips/reach")) return Response.json({ data: { seconds } });
    asked.push(`${request.method} ${pathname.replace(/^.*\/streams/, "/streams")} ${await request.text()}`.trim());
    return Response.json({ message: "Done.", data: aStream() });
  });
  return asked;
}

test("one press starts a recording, another stops the one that runs, and neither asks", async () => {
  const asked = aServer(0);
  await renderPart(<RecordingControl stream={aStream()} />);
  fireEvent.click(screen.getByRole("button", { name: "Start recording" }));
  await waitFor(() => expect(asked).toEqual(["POST /streams/7/recording"]));
  cleanup();
  const since = new Date(Date.now() - 65_000).toISOString();
  await renderPart(<RecordingControl stream={aStream({ recording: true, recording_since: since })} />);
  fireEvent.click(screen.getByRole("button", { name: /^Stop recording ?1:0\d$/ }));
  await waitFor(() => expect(asked.at(-1)).toBe("DELETE /streams/7/recording"));
});

test("one press clips the last 30 seconds, once there is anything to clip", async () => {
  const asked = aServer(42);
  await renderPart(<RecordingControl stream={aStream()} />);
  fireEvent.click(await screen.findByRole("button", { name: "Clip last 30 s" }));
  await waitFor(() => expect(asked).toEqual(['POST /streams/7/clips {"seconds":30}']));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Clip another length" })).toBeTruthy();
});

test("while viewers see the slate, clips say that they are of what is received", async () => {
  aServer(42);
  await renderPart(
    <RecordingControl
      stream={aStream({ state: "paused", label: STREAM_LABELS.paused, paused: true, on_air: "slate" })}
    />,
  );
  expect(await screen.findByText("Viewers see the slate. Clips use the incoming signal.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Clip last 30 s" })).toBeTruthy();
});

test("R starts a recording and C clips, as soon as there is anything to clip", async () => {
  const asked = aServer(42);
  await renderPart(<RecordingControl stream={aStream()} />);
  fireEvent.keyDown(document, { key: "r" });
  await waitFor(() => expect(asked).toEqual(["POST /streams/7/recording"]));
  await screen.findByRole("button", { name: "Clip last 30 s" });
  fireEvent.keyDown(document, { key: "c" });
  await waitFor(() => expect(asked.at(-1)).toBe('POST /streams/7/clips {"seconds":30}'));
});

test("with nothing on air there is neither", async () => {
  aServer(0);
  const state = "not_active";
  await renderPart(<RecordingControl stream={aStream({ state, label: STREAM_LABELS[state], on_air: "nothing" })} />);
  expect(screen.queryByRole("button")).toBeNull();
});
