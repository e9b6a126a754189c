import { numberColumns } from "@kinora/media/fixtures/clip-recipes.ts";
import type { JSHandle, Page } from "@playwright/test";

/** A frame of a numbered clip as a page showed it; moments are seconds, those of the page by its own clock. */
export interface ShownFrame {
  /** What its columns say. */
  number: number;
  /** When it shows by the stream's clock. */
  mediaTime: number;
  shownAt: number;
  /** When its columns were read, and where the player was then; a busy page comes late and reads a later frame. */
  readAt: number;
  currentTime: number;
  width: number;
  /** Ranges of time the player has: one more than there are holes. */
  ranges: number;
}

/** What a page saw of its video since it was watched, in order. */
export interface Watched {
  frames: ShownFrame[];
  /** What does not happen to a video that just plays. */
  events: string[];
}

/** Reads the number of every frame the page's video shows from now on. */
export const watchFrames = (page: Page): Promise<JSHandle<Watched>> =>
  page.locator("video").evaluateHandle((video: HTMLVideoElement, columns) => {
    const watched: Watched = { frames: [], events: [] };
    const canvas = document.createElement("canvas");
    // Four pixels for each column: its middle is untouched by its neighbours.
    canvas.width = columns * 4;
    canvas.height = 4;
    const drawing = canvas.getContext("2d", { willReadFrequently: true });
    if (!drawing) throw new Error("There is nothing to draw on.");
    const look: VideoFrameRequestCallback = (_now, { mediaTime, presentationTime, width }) => {
      drawing.drawImage(video, 0, 0, canvas.width, canvas.height);
      const { data } = drawing.getImageData(0, 2, canvas.width, 1);
      let number = 0;
      for (let column = 0; column < columns; column += 1)
        if ((data[(column * 4 + 2) * 4] ?? 0) > 127) number += 2 ** column;
      const { currentTime, buffered } = video;
      watched.frames.push({
        number,
        mediaTime,
        shownAt: presentationTime / 1000,
        readAt: performance.now() / 1000,
        currentTime,
        width,
        ranges: buffered.length,
      });
      video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
    for (const name of ["seeking", "error", "ended"])
      video.addEventListener(name, () => watched.events.push(`${name} at ${video.currentTime}`));
    return watched;
  }, numberColumns);
