import { frameOf, insertFrame } from "./embed-frame.ts";
import { findTags } from "./embed-tags.ts";
import { KinoraPlayer } from "./kinora-player.ts";

declare global {
  interface Window {
    KinoraPlayer?: typeof KinoraPlayer;
  }
}

// Pages steer their frames with it (docs/embedding.md).
window.KinoraPlayer = KinoraPlayer;

/**
 * The one-line embed: puts a responsive frame with the video named in `data-video` where its own script tag stands.
 * `data-player` is the public id of a player of the project. `data-start` (seconds), `data-autoplay`, `data-muted` and `data-loop` are passed on, `data-title` names the frame,
 * `data-aspect` (such as 4/3) is its shape; `data-width` and `data-height` (pixels) keep it from filling its place.
 * A module and a script in a shadow tree do not know their own tag: every tag of this script that has no frame yet gets one.
 */
for (const tag of findTags(document)) insertFrame(tag, frameOf(tag));
