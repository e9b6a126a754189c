import type { Player } from "./options.ts";

const HANDLED = new Set([" ", "k", "m", "f", "c", "ArrowUp", "ArrowDown"]);
/** Seconds a key moves by. media-chrome's own steps begin where the video last said it was, and quick ones fall short. */
const STEPS = new Map([
  ["ArrowLeft", -5],
  ["j", -5],
  ["ArrowRight", 5],
  ["l", 5],
]);
/** Makes media-chrome ignore these keys. */
export const OWN_HOTKEYS = "noarrowleft noarrowright noj nol";

/**
 * Makes the player's keys work wherever the focus is on its page: digits jump to tenths of the video, arrows, j and l by
 * five seconds; all others are media-chrome's own (space, k, m, f, c, up and down), which it handles only while it has the
 * focus itself. `isOn` switches them off. Returns a function that stops it.
 */
export function listenToKeys(
  controller: HTMLElement,
  player: Pick<Player, "video" | "seek">,
  isOn: () => boolean = () => true,
): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOn() || event.metaKey || event.altKey || event.ctrlKey || event.defaultPrevented || isTyping(event.target))
      return;
    if (/^[0-9]$/.test(event.key)) {
      const { duration } = player.video;
      if (Number.isFinite(duration)) player.seek((duration * Number(event.key)) / 10);
      return;
    }
    const step = STEPS.get(event.key);
    if (step !== undefined) {
      if (isUsed(event)) return;
      event.preventDefault();
      player.seek(player.video.currentTime + step);
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

/** Whether what has the focus needs the key for itself, as sliders and menus do; media-chrome's elements say so. */
const isUsed = (event: KeyboardEvent) =>
  event.composedPath().some((element) => {
    const used = "keysUsed" in element ? element.keysUsed : null;
    return Array.isArray(used) && used.includes(event.key);
  });
