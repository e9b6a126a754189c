import type { OnAirSource } from "@kinora/domain/onAir.ts";
import { STREAM_LABELS } from "@kinora/domain/streams.ts";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { question } from "../platform/confirm.ts";
import { session } from "../platform/session.ts";
import { renderPart } from "../testing/renderPage.tsx";
import { signedIn } from "../testing/signedIn.ts";
import { aStream } from "../testing/streams.ts";
import { aConfig, aUser } from "../testing/videos.ts";
import { OnAirControl } from "./OnAirControl.tsx";

beforeEach(signedIn);
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

test.each<[OnAirSource, boolean, string, string]>([
  ["live", false, "Slate", "Are you sure you want to pause streaming? 12 viewers will see a still picture."],
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

test("what can not go on air is not offered, and says why", async () => {
  const state = "not_active";
  await renderPart(<OnAirControl stream={aStream({ state, label: STREAM_LABELS[state], on_air: "nothing" })} />);
  expect(button("Loop").disabled).toBe(true);
  expect(button("Loop").title).toBe("The loop has no video that can be played.");
  expect(button("Slate").disabled).toBe(true);
});

test("who may only look is told what is on air", async () => {
  session.set({ config: aConfig({}, ["streams_view"]), user: aUser() });
  await renderPart(<OnAirControl stream={aStream({ on_air: "loop" })} />);
  expect(screen.getByText("Loop")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
