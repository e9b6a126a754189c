import { FRAME_ALLOWS } from "@kinora/domain/playback/embed.ts";

/** The id in what people write into `data-video`: with blanks around it, or as the address of the video's page. */
function pastedId(text: string): string {
  const [, id] = /\/(?:v|embed)\/([\w-]+)/i.exec(text) ?? [];
  return id ?? text.trim();
}

/** The frame of a video as the attributes of its script tag describe it. */
export function frameOf(tag: HTMLScriptElement): HTMLIFrameElement {
  const page = new URL(`/embed/${encodeURIComponent(pastedId(tag.dataset["video"] ?? ""))}`, tag.src);
  for (const name of ["player", "start", "autoplay", "muted", "loop"]) {
    const value = tag.dataset[name];
    if (value !== undefined) page.searchParams.set(name, value || "1");
  }
  const frame = document.createElement("iframe");
  frame.src = page.href;
  frame.title = tag.dataset["title"] || "Video";
  frame.allow = FRAME_ALLOWS;
  frame.allowFullscreen = true;
  // The path of the page, for rules and reports about it; pages of https send nothing to players of http.
  frame.referrerPolicy = "no-referrer-when-downgrade";
  const pixels = (name: string) => (/^[1-9]\d{0,4}$/.test(tag.dataset[name] ?? "") ? `${tag.dataset[name]}px` : null);
  const [width, height] = [pixels("width"), pixels("height")];
  const aspect = /^\d{1,5}\/\d{1,5}$/.exec(tag.dataset["aspect"] ?? "")?.[0] ?? "16/9";
  const size = width && height ? `width:${width};max-width:100%;height:${height}` : `width:100%;aspect-ratio:${aspect}`;
  frame.style.cssText = `display:block;${size};border:0`;
  return frame;
}

/**
 * Puts a frame where its script tag stands; of a tag in the head, where nothing is shown, at the end of the body, as
 * soon as there is one.
 */
export function insertFrame(tag: HTMLScriptElement, frame: HTMLIFrameElement): void {
  const page = tag.ownerDocument;
  if (!page.head?.contains(tag)) return tag.before(frame);
  globalThis.console.warn(
    "Kinora embed.js stands in the head of this page, so its video is shown at the end of the body. Move the script tag to where the video belongs.",
  );
  if (page.readyState === "loading")
    page.addEventListener("DOMContentLoaded", () => page.body.append(frame), { once: true });
  else page.body.append(frame);
}
