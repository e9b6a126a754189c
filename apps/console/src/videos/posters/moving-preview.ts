import { formatDuration } from "@kinora/ui/durations.ts";
import type { QueryClient } from "@tanstack/react-query";
import { storyboardQuery, type StoryboardPicture } from "./use-storyboard.ts";

/** How long a pointer rests on a poster before its video is fetched: passing by costs nothing. */
const REST_MS = 150;
/** How long each picture stands. */
const PICTURE_MS = 600;

const sheets = new Map<string, Promise<HTMLImageElement>>();

/** A sheet of pictures, fetched once. */
function sheet(address: string): Promise<HTMLImageElement> {
  let loading = sheets.get(address);
  if (!loading) {
    const image = new Image();
    image.src = address;
    loading = image.decode().then(() => image);
    // One that did not come is asked for again the next time.
    loading.catch(() => sheets.delete(address));
    sheets.set(address, loading);
  }
  return loading;
}

/** Which of `count` pictures lies under a pointer that stands at `share` (0–1) of a poster's width. */
export const pictureUnder = (share: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(share * count)));

const stands = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * The moving preview of one poster: small pictures on a canvas above it, from where the pointer stands and on from there
 * by themselves. For those who asked for less motion only the pointer moves them.
 */
export class MovingPreview {
  readonly #place: HTMLElement;
  readonly #client: QueryClient;
  readonly #address: string;
  #pictures: readonly StoryboardPicture[] = [];
  #at = 0;
  /** Where the pointer stood last, 0–1. */
  #share = 0;
  #canvas: HTMLCanvasElement | null = null;
  /** The moment that is shown, above the picture. */
  #chip: HTMLElement | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(place: HTMLElement, address: string, client: QueryClient) {
    this.#place = place;
    this.#address = address;
    this.#client = client;
  }

  start(): void {
    this.#timer = setTimeout(() => void this.#begin(), REST_MS);
  }

  /** Shows the picture under the pointer. */
  point(share: number): void {
    this.#share = share;
    if (this.#pictures.length === 0) return;
    this.#at = pictureUnder(share, this.#pictures.length);
    void this.#show();
  }

  /** The moment of the picture that is shown, in seconds; null before there is one. */
  get seconds(): number | null {
    return this.#canvas === null ? null : (this.#pictures[this.#at]?.startSeconds ?? null);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#canvas?.remove();
    this.#canvas = null;
    this.#chip?.remove();
    this.#chip = null;
  }

  async #begin(): Promise<void> {
    // Without its pictures the poster stays: it says the same, standing still.
    this.#pictures = await this.#client.query(storyboardQuery(this.#address)).catch(() => []);
    if (this.#stopped || this.#pictures.length === 0) return;
    this.#at = pictureUnder(this.#share, this.#pictures.length);
    await this.#show();
    if (!stands()) this.#goOn();
  }

  #goOn(): void {
    this.#timer = setTimeout(() => {
      this.#at = (this.#at + 1) % this.#pictures.length;
      void this.#show().then(() => (this.#stopped ? undefined : this.#goOn()));
    }, PICTURE_MS);
  }

  async #show(): Promise<void> {
    const at = this.#at;
    const picture = this.#pictures[at];
    const image = picture && (await sheet(picture.sheet).catch(() => null));
    // The pointer may have gone on while the sheet came.
    if (!image || this.#stopped || at !== this.#at) return;
    const canvas = this.#canvas ?? this.#lay(picture);
    canvas.dataset["picture"] = String(at);
    if (this.#chip) this.#chip.textContent = formatDuration(picture.startSeconds);
    canvas
      .getContext("2d")
      ?.drawImage(image, picture.x, picture.y, picture.width, picture.height, 0, 0, canvas.width, canvas.height);
  }

  #lay({ width, height }: StoryboardPicture): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    canvas.setAttribute("aria-hidden", "true");
    const image = this.#place.querySelector("img");
    // Above the picture, below the running time.
    if (image) image.after(canvas);
    else this.#place.firstElementChild?.prepend(canvas);
    const chip = document.createElement("span");
    chip.dataset["chip"] = "";
    chip.setAttribute("aria-hidden", "true");
    canvas.after(chip);
    this.#chip = chip;
    this.#canvas = canvas;
    return canvas;
  }
}
