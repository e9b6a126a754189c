import type { PlayerSettings } from "@kinora/domain/players/settings.ts";
import { linkTo } from "./overlays.ts";

type Ending = Pick<PlayerSettings, "end_action" | "end_link_url" | "end_link_label">;

/**
 * Shows the end action when the video has ended, and removes it once it plays again or another moment is chosen. `replay`
 * and `next` leave the player's own button, which plays again; a playlist listens to `ended` itself. Returns a function that stops it.
 */
export function showEnding(
  root: HTMLElement,
  video: HTMLVideoElement,
  poster: string | undefined,
  ending: () => Ending,
) {
  const remove = () => {
    root.querySelector(".kinora-ending")?.remove();
    root.removeAttribute("data-ending");
  };
  const onEnded = () => {
    remove();
    const { end_action: action, end_link_url: address, end_link_label: label } = ending();
    if (action !== "poster" && action !== "link") return;
    const panel = document.createElement("div");
    panel.className = "kinora-ending";
    panel.toggleAttribute("noautohide", true);
    if (poster) panel.style.backgroundImage = `url(${JSON.stringify(poster)})`;
    if (action === "link" && address !== "") {
      root.toggleAttribute("data-ending", true);
      const link = linkTo(address);
      link.textContent = label || new URL(address).hostname;
      panel.append(link);
    }
    video.after(panel);
  };
  const stop = new AbortController();
  video.addEventListener("ended", onEnded, { signal: stop.signal });
  for (const again of ["play", "seeking", "emptied"]) video.addEventListener(again, remove, { signal: stop.signal });
  return () => stop.abort();
}
