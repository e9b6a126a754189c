const VISIBLE_SHARE = 0.5;
/** A player that is more than twice as high as the window is never seen by half. */
const LOOKED_AT = Array.from({ length: 21 }, (_, step) => step / 20);

/** Whether half of a player is seen, or it fills half of the window; frames of other sites see the size of the screen alone. */
const isInView = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean =>
  intersectionRatio >= VISIBLE_SHARE ||
  intersectionRect.height >= VISIBLE_SHARE * (rootBounds?.height ?? screen.availHeight);

/** Calls `start` once when half of the player is in view, or of what the window has room for. Returns a function that stops it. */
export function startWhenVisible(element: HTMLElement, start: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(isInView)) return;
      observer.disconnect();
      start();
    },
    { threshold: LOOKED_AT },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
