import type Hls from "hls.js";
import type { BufferAppendedData, BufferCreatedTrackSet } from "hls.js";

type Append = Omit<BufferAppendedData, "timeRanges">;

/**
 * Tells hls.js of appends whose end it missed. In 1.7.4 the `stepOperationQueue` of its buffer controller, run when an audio
 * segment is appended, drops a video append whose `updating` is false already and whose `updateend` event is still to come. The
 * segment is in the buffer and FRAG_BUFFERED follows, but BUFFER_APPENDED never does, and captions within the picture (CEA-608)
 * wait for it before they are shown.
 */
export function tellLostAppends({ Events }: typeof Hls, hls: Pick<Hls, "on" | "trigger">): void {
  let buffers: BufferCreatedTrackSet = {};
  let begun: Append[] = [];
  hls.on(Events.BUFFER_CREATED, (_event, { tracks }) => (buffers = tracks));
  hls.on(Events.BUFFER_RESET, () => (begun = []));
  // The bytes are not kept.
  hls.on(Events.BUFFER_APPENDING, (_event, { data: _bytes, offset: _offset, ...append }) => begun.push(append));
  hls.on(Events.BUFFER_APPENDED, (_event, { type, frag, part }) => {
    begun = begun.filter((append) => append.type !== type || append.frag !== frag || append.part !== part);
  });
  hls.on(Events.FRAG_BUFFERED, (_event, { frag, part }) => {
    const lost = begun.filter((append) => append.frag === frag && append.part === part);
    const timeRanges: BufferAppendedData["timeRanges"] = {};
    for (const type of ["audio", "video", "audiovideo"] as const) {
      const track = buffers[type];
      if (track) timeRanges[type] = track.buffer.buffered;
    }
    for (const append of lost) hls.trigger(Events.BUFFER_APPENDED, { ...append, timeRanges });
  });
}
