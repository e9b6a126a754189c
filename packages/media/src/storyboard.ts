/** A storyboard to make from the lowest rendition. */
export interface StoryboardOptions {
  /** One local fMP4 or MP4 file of the lowest rendition (see `joinFragments`). */
  video: string;
  width: number;
  height: number;
  durationSeconds: number;
  workFolder: string;
  signal: AbortSignal;
}

/** Sprite sheets and the WebVTT file that says where each moment is. */
export interface Storyboard {
  /** WebVTT with `sprite-00000.jpg#xywh=x,y,w,h` cues, URLs relative to the VTT file. */
  vtt: string;
  sprites: { fileName: string; path: string }[];
  intervalSeconds: number;
}

/** Makes the pictures shown while a viewer moves along the seek bar. */
export declare function makeStoryboard(options: StoryboardOptions): Promise<Storyboard>;
