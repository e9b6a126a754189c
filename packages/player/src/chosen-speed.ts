const RATE = "mediaplaybackrate";

/**
 * Shows the speed that the viewer chose in the settings, which is the usual one, while a livestream catches up.
 * @param catchesUp whether the video's speed is not the viewer's choice. Returns a function that stops it.
 */
export function showChosenSpeed(root: HTMLElement, catchesUp: () => boolean): () => void {
  const menu = root.querySelector("media-playback-rate-menu");
  // media-chrome writes the video's speed there; the change is undone before anything is painted.
  const watching = new MutationObserver(() => {
    if (menu && catchesUp() && menu.getAttribute(RATE) !== "1") menu.setAttribute(RATE, "1");
  });
  if (menu) watching.observe(menu, { attributeFilter: [RATE] });
  return () => watching.disconnect();
}
