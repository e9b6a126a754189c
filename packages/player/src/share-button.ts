/** Opens the share panel, which is fetched then, at a click on the share button. Returns a function that stops it. */
export function offerShare(root: HTMLElement, video: HTMLVideoElement, page: string | undefined): () => void {
  const button = root.querySelector<HTMLElement>(".kinora-share-button");
  if (!button || page === undefined) return () => undefined;
  button.hidden = false;
  const stop = new AbortController();
  button.addEventListener(
    "click",
    () => {
      import("./share-panel.ts").then(
        ({ openSharePanel }) => openSharePanel(root, button, page, video.currentTime),
        // Not fetched: the next click tries again.
        () => undefined,
      );
    },
    { signal: stop.signal },
  );
  return () => stop.abort();
}
