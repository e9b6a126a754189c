import type { ItemPlayer, TranscriptTrack } from "../options.ts";
import type { TranscriptPanel } from "./transcript-panel.ts";

/** The transcript of a player, while it has captions. */
export interface OfferedTranscript {
  /** Another item has other captions. */
  change(tracks: readonly TranscriptTrack[]): void;
  stop(): void;
}

/** Opens and closes the transcript, which is fetched at the first click on its button. An item without captions has no button. */
export function offerTranscript(
  player: Pick<ItemPlayer, "root" | "video" | "seek" | "play">,
  first: readonly TranscriptTrack[],
): OfferedTranscript {
  const { root } = player;
  const button = root.querySelector<HTMLElement>(".kinora-transcript-button");
  let tracks = first;
  let panel: TranscriptPanel | null = null;
  let wanted = false;
  const stop = new AbortController();
  const show = () => {
    if (button) button.hidden = tracks.length === 0;
    button?.setAttribute("aria-expanded", String(wanted));
  };
  const close = () => {
    wanted = false;
    panel?.close();
    panel = null;
    show();
  };
  const open = () => {
    wanted = true;
    show();
    import("./transcript-panel.ts").then(
      ({ TranscriptPanel: Panel }) => {
        if (!wanted || panel || stop.signal.aborted) return;
        panel = new Panel(player, tracks, () => {
          close();
          button?.focus();
        });
      },
      // Not fetched: the next click tries again.
      close,
    );
  };
  button?.addEventListener("click", () => (wanted ? close() : open()), { signal: stop.signal });
  show();
  return {
    change(next) {
      tracks = next;
      const isOpen = wanted && next.length > 0;
      close();
      if (isOpen) open();
    },
    stop() {
      stop.abort();
      close();
    },
  };
}
