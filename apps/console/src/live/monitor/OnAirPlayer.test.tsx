import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore, useStore } from "../../platform/store.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aStream } from "../../testing/streams.ts";
import { OnAirPlayer } from "./OnAirPlayer.tsx";

beforeEach(signedIn);
afterEach(() => vi.useRealTimers());

test("the player keeps its pass while others come, and gets the newest before its own expires", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
  const read = createStore({ stream: aStream({ preview_url: "http://edge/embed/a?token=first" }) });
  const Shown = () => <OnAirPlayer stream={useStore(read, ({ stream }) => stream)} />;
  await renderPart(<Shown />);
  const source = () => screen.getByTitle("Output of Harbour").getAttribute("src");
  expect(source()).toBe("http://edge/embed/a?token=first&autoplay=1&muted=1");
  act(() => read.set({ stream: aStream({ preview_url: "http://edge/embed/a?token=second" }) }));
  await act(() => vi.advanceTimersByTimeAsync(10 * 3_600_000));
  expect(source()).toContain("token=first");
  await act(() => vi.advanceTimersByTimeAsync(1.1 * 3_600_000));
  expect(source()).toBe("http://edge/embed/a?token=second&autoplay=1&muted=1");
});
