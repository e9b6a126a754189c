/** One small picture of a video on a sheet of them. */
export interface PreviewPicture {
  /** Absolute. */
  sheet: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Resting the pointer this long asks for the preview. */
const WAIT_MS = 250;
const PICTURE_MS = 450;
/** A long video is shown by this many of its pictures, from its beginning to its end. */
const PICTURES_MAX = 24;

/** Reads the pictures a storyboard's WebVTT names (media fragments §4.2.2); what is no picture is left out. Pure. */
export function readPictures(text: string, address: string): PreviewPicture[] {
  return [...text.matchAll(/^(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)\s*$/gm)].map(([, name = "", ...place]) => {
    const [x = 0, y = 0, width = 0, height = 0] = place.map(Number);
    return { sheet: new URL(name, address).href, x, y, width, height };
  });
}

/** Pictures at even distances, at most `most` of them. Pure. */
export const spread = <Item>(items: readonly Item[], most: number): Item[] =>
  items.length <= most
    ? [...items]
    : Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)]).filter(
        (item) => item !== undefined,
      );

/** Shows the pictures of a storyboard one after the other, once the pointer rests, until `signal` or the video ends that. */
export async function showPictures(
  controller: HTMLElement,
  storyboard: string,
  isIdle: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  await after(WAIT_MS, signal);
  const address = new URL(storyboard, document.baseURI).href;
  const response = await fetch(address, { signal });
  if (!response.ok) return;
  const pictures = spread(readPictures(await response.text(), address), PICTURES_MAX);
  if (pictures.length < 2) return;
  const canvas = document.createElement("canvas");
  canvas.className = "kinora-moving";
  canvas.slot = "poster";
  canvas.ariaHidden = "true";
  signal.addEventListener("abort", () => canvas.remove());
  const sheets = new Map<string, HTMLImageElement>();
  for (let index = 0; ; index = (index + 1) % pictures.length) {
    const picture = pictures[index];
    if (!picture) return;
    const sheet = sheets.get(picture.sheet) ?? (await load(picture.sheet));
    sheets.set(picture.sheet, sheet);
    if (signal.aborted) return;
    if (!isIdle()) return canvas.remove();
    canvas.width = picture.width;
    canvas.height = picture.height;
    const { x, y, width, height } = picture;
    canvas.getContext("2d")?.drawImage(sheet, x, y, width, height, 0, 0, width, height);
    if (!canvas.isConnected) controller.append(canvas);
    await after(PICTURE_MS, signal);
  }
}

async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

function after(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("The pointer left.", "AbortError"));
    });
  });
}
