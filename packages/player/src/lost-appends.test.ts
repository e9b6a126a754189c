// @vitest-environment jsdom
import Hls from "hls.js";
import { expect, test, vi } from "vitest";
import { tellLostAppends } from "./lost-appends.ts";

const { Events } = Hls;

test("an append that hls.js lost is told once its segment is in the buffer, and no other is told twice", () => {
  const hls = new Hls();
  // Its controllers would append for real.
  hls.removeAllListeners();
  tellLostAppends(Hls, hls);
  const told = vi.fn();
  hls.on(Events.BUFFER_APPENDED, (_event, { type, frag, timeRanges }) => {
    told(type, frag.sn, timeRanges.video?.length);
  });
  const buffer = { buffered: { length: 1 } };
  trigger(hls, Events.BUFFER_CREATED, { tracks: { video: { buffer } } });
  const [first, second] = [{ sn: 0 }, { sn: 1 }];
  const appending = (type: string, frag: object) =>
    trigger(hls, Events.BUFFER_APPENDING, {
      type,
      frag,
      part: null,
      chunkMeta: {},
      parent: "main",
      data: new Uint8Array(),
    });

  appending("video", first);
  appending("audio", second);
  trigger(hls, Events.BUFFER_APPENDED, { type: "audio", frag: second, part: null, timeRanges: {} });
  trigger(hls, Events.FRAG_BUFFERED, { frag: second, part: null });
  expect(told.mock.calls).toEqual([["audio", 1, undefined]]);

  trigger(hls, Events.FRAG_BUFFERED, { frag: first, part: null });
  trigger(hls, Events.FRAG_BUFFERED, { frag: first, part: null });
  expect(told.mock.calls.slice(1)).toEqual([["video", 0, 1]]);
});

/** Tells an event with the part of its data that is read. */
function trigger(hls: Hls, event: (typeof Events)[keyof typeof Events], data: object): void {
  hls.trigger(event, data as never);
}
