/**
 * Shows a video moving while the pointer rests on its player and it was not played yet (`isIdle`). Nothing is fetched
 * before; people who asked for less motion and fingers get none. Returns a function that stops it.
 */
export function movePreview(controller: HTMLElement, storyboard: string, isIdle: () => boolean): () => void {
  const stop = new AbortController();
  let shown: AbortController | null = null;

  const leave = () => {
    shown?.abort();
    shown = null;
  };
  const enter = (event: PointerEvent) => {
    if (event.pointerType !== "mouse" || shown || !isIdle()) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const { signal } = (shown = new AbortController());
    // Without its pictures the poster stays as it is.
    import("./moving-pictures.ts")
      .then(({ showPictures }) => showPictures(controller, storyboard, isIdle, signal))
      .catch(() => undefined);
  };
  controller.addEventListener("pointerenter", enter, { signal: stop.signal });
  // Not what is captured: going from one part of the player to the next is not leaving it.
  controller.addEventListener("pointerleave", leave, { signal: stop.signal });
  controller.addEventListener("play", leave, { signal: stop.signal, capture: true });
  return () => {
    leave();
    stop.abort();
  };
}
