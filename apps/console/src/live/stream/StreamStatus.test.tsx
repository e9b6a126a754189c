import { STREAM_LABELS, STREAM_STATES, type StreamState } from "@kinora/domain/live/stream-states.ts";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { question } from "../../platform/confirm.ts";
import { session } from "../../platform/session.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aStream } from "../../testing/streams.ts";
import { aConfig, aUser } from "../../testing/videos.ts";
import { StreamControls } from "./StreamControls.tsx";
import { StreamStatus } from "./StreamStatus.tsx";

beforeEach(signedIn);

const words: Record<StreamState, string> = {
  not_active: "Stream is not active",
  loop: "Stream plays its loop",
  processing: "Stream is processing",
  live: "Stream is live",
  paused: "Stream is paused",
  ended: "Signal lost",
  disabled: "Stream is disabled",
};

// spec: 3.20
test("a livestream says its state in words", async () => {
  for (const state of STREAM_STATES) {
    await renderPart(<StreamStatus stream={{ state, label: STREAM_LABELS[state], testing: false }} />);
    expect(screen.getByText(words[state])).toBeTruthy();
    cleanup();
  }
});

test.each([
  [
    // spec: 8.14
    "pausing a stream is asked about first",
    false,
    "Pause",
    "Are you sure you want to pause streaming? 12 viewers will see a slate.",
  ],
  // spec: 8.14
  ["unpausing a stream is asked about first", true, "Unpause", "Are you sure you want to unpause streaming?"],
])("%s", async (_title, paused, name, asked) => {
  const sent = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => Response.json({ message: "Done.", data: aStream() }));
  await renderPart(<StreamControls stream={aStream({ paused })} onDeleted={() => {}} />);
  fireEvent.click(screen.getByRole("button", { name }));
  expect(question.get().asked?.text).toContain(asked);
  question.get().answer(false);
  expect(sent).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name }));
  question.get().answer(true);
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
});

test("who may only look is offered neither pause nor end", async () => {
  session.set({ config: aConfig({}, ["streams_view"]), user: aUser() });
  await renderPart(<StreamControls stream={aStream()} onDeleted={() => {}} />);
  expect(screen.getByRole("button", { name: "More actions" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
  expect(screen.queryByRole("button", { name: "End session" })).toBeNull();
});

test("an ad break of so many seconds is asked for while something is on air", async () => {
  const sent = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => Response.json({ message: "Ad break begins.", data: aStream() }));
  const controls = (change: Parameters<typeof aStream>[0]) =>
    renderPart(<StreamControls stream={aStream(change)} onDeleted={() => undefined} />);
  await controls({ on_air: "nothing", state: "not_active" });
  expect(screen.queryByRole("button", { name: "Ad break" })).toBeNull();
  cleanup();
  await controls({});
  fireEvent.click(screen.getByRole("button", { name: "Ad break" }));
  const seconds = await screen.findByRole("textbox", { name: "Seconds" });
  const play = screen.getByRole<HTMLButtonElement>("button", { name: "Play ads" });
  fireEvent.change(seconds, { target: { value: "601" } });
  expect(await screen.findByText("Enter a whole number from 10 to 600.")).toBeTruthy();
  expect(play.disabled).toBe(true);
  fireEvent.change(seconds, { target: { value: "90" } });
  fireEvent.click(play);
  await waitFor(() => expect(sent).toHaveBeenCalled());
  const [input, init] = sent.mock.calls[0] ?? [];
  const request = new Request(input ?? "", init);
  expect(new URL(request.url).pathname).toBe("/streams/7/ad-break");
  expect(await request.json()).toEqual({ seconds: 90 });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("without ads on cue the dialog says that only other players react to an ad break, and starts it", async () => {
  const sent = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => Response.json({ message: "Ad break begins.", data: aStream() }));
  await renderPart(<StreamControls stream={aStream({ ads_on_cue: false })} onDeleted={() => undefined} />);
  fireEvent.click(screen.getByRole("button", { name: "Ad break" }));
  expect(await screen.findByText(/Other players and services read the break from the playlist/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Start break" }));
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
});
