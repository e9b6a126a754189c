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
 */
{
  const tag = document.currentScript;
  if (tag instanceof HTMLScriptElement && tag.dataset["video"]) {
    const page = new URL(`/embed/${encodeURIComponent(tag.dataset["video"])}`, tag.src);
    for (const name of ["player", "start", "autoplay", "muted", "loop"]) {
      const value = tag.dataset[name];
      if (value !== undefined) page.searchParams.set(name, value || "1");
    }
    const frame = document.createElement("iframe");
    frame.src = page.href;
    frame.title = tag.dataset["title"] || "Video";
    frame.allow = "autoplay; picture-in-picture";
    frame.allowFullscreen = true;
    // The path of the page, for rules and reports about it; pages of https send nothing to players of http.
    frame.referrerPolicy = "no-referrer-when-downgrade";
    const pixels = (name: string) => (/^[1-9]\d{0,4}$/.test(tag.dataset[name] ?? "") ? `${tag.dataset[name]}px` : null);
    const [width, height] = [pixels("width"), pixels("height")];
    const aspect = /^\d{1,5}\/\d{1,5}$/.exec(tag.dataset["aspect"] ?? "")?.[0] ?? "16/9";
    const size =
      width && height ? `width:${width};max-width:100%;height:${height}` : `width:100%;aspect-ratio:${aspect}`;
    frame.style.cssText = `display:block;${size};border:0`;
    tag.before(frame);
  }
}
