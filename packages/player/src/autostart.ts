const VISIBLE_SHARE = 0.5;

/** Calls `start` once when half of the player is in view. Returns a function that stops it. */
export function startWhenVisible(element: HTMLElement, start: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ intersectionRatio }) => intersectionRatio >= VISIBLE_SHARE)) return;
      observer.disconnect();
      start();
    },
    { threshold: VISIBLE_SHARE },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
