import type { Player } from "./options.ts";

const HANDLED = new Set([" ", "k", "m", "f", "c", "j", "l", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);

/**
 * Makes the player's keys work wherever the focus is on its page: digits jump to tenths of the video, all others are
 * media-chrome's own (space, k, m, f, c, j, l, arrows), which it hears only while it has the focus itself.
 * Answers how to stop.
 */
export function listenToKeys(controller: HTMLElement, player: Pick<Player, "video" | "seek">): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.altKey || event.ctrlKey || event.defaultPrevented || isTyping(event.target)) return;
    if (/^[0-9]$/.test(event.key)) {
      const { duration } = player.video;
      if (Number.isFinite(duration)) player.seek((duration * Number(event.key)) / 10);
      return;
    }
    const outside = event.target === document.body || event.target === document.documentElement;
    if (!outside || !HANDLED.has(event.key)) return;
    event.preventDefault();
    // media-chrome acts on the key's release, which only reaches it when it has the focus.
    controller.focus({ preventScroll: true });
    controller.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: false }));
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName));
