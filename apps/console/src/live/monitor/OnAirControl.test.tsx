import type { OnAirSource } from "@kinora/domain/live/on-air.ts";
import { STREAM_LABELS } from "@kinora/domain/live/stream-states.ts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { question } from "../../platform/confirm.ts";
import { session } from "../../platform/session.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aStream } from "../../testing/streams.ts";
import { aConfig, aUser } from "../../testing/videos.ts";
import { OnAirControl } from "./OnAirControl.tsx";

beforeEach(signedIn);

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

test.each<[OnAirSource, boolean, string, string]>([
  ["live", false, "Slate", "Are you sure you want to pause streaming? 12 viewers will see a slate."],
  ["live", false, "Loop", "Are you sure you want to switch to the loop?"],
  ["slate", true, "Live", "Are you sure you want to unpause streaming?"],
  ["loop", false, "Live", "Are you sure you want to switch back to live?"],
])("with %s on air (paused: %s) a switch to %s asks first", async (onAir, paused, name, words) => {
  const stream = aStream({ on_air: onAir, switched_to: "live", paused, can_loop: true });
  const sent = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => Response.json({ message: "Done.", data: stream }));
  await renderPart(<OnAirControl stream={stream} />);
  fireEvent.click(button(name));
  expect(question.get().asked?.text).toContain(words);
  question.get().answer(false);
  expect(sent).not.toHaveBeenCalled();
  fireEvent.click(button(name));
  question.get().answer(true);
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
});

test("what cannot go on air is not offered, and says why", async () => {
  const state = "not_active";
  await renderPart(<OnAirControl stream={aStream({ state, label: STREAM_LABELS[state], on_air: "nothing" })} />);
  expect(button("Loop").disabled).toBe(true);
  expect(button("Loop").title).toBe("The loop has no playable video.");
  expect(button("Slate").disabled).toBe(true);
});

test("a key chooses a source, and T takes it after its question", async () => {
  const stream = aStream({ on_air: "live", switched_to: "live", can_loop: false });
  await renderPart(<OnAirControl stream={stream} />);
  fireEvent.keyDown(document, { key: "t" });
  // There is no loop to take.
  fireEvent.keyDown(document, { key: "2" });
  expect(screen.queryByRole("button", { name: /^Take/ })).toBeNull();
  fireEvent.keyDown(document, { key: "3" });
  expect(button("Take Slate")).toBeTruthy();
  expect(question.get().asked).toBeNull();
  fireEvent.keyDown(document, { key: "T" });
  expect(question.get().asked?.text).toContain("Are you sure you want to pause streaming?");
  question.get().answer(false);
  // What is on air needs no taking.
  fireEvent.keyDown(document, { key: "1" });
  expect(screen.queryByRole("button", { name: /^Take/ })).toBeNull();
});

test("who may only view sees what is on air", async () => {
  session.set({ config: aConfig({}, ["streams_view"]), user: aUser() });
  await renderPart(<OnAirControl stream={aStream({ on_air: "loop" })} />);
  expect(screen.getByText("Loop")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
