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
    const isForOthers = event.metaKey || event.altKey || event.ctrlKey || event.isComposing || event.defaultPrevented;
    if (!isOn() || isForOthers || isTyping(event.target)) return;
    const key = letterOf(event);
    if (/^[0-9]$/.test(key)) {
      const { duration } = player.video;
      if (Number.isFinite(duration)) player.seek((duration * Number(key)) / 10);
      return;
    }
    const step = STEPS.get(key);
    if (step !== undefined) {
      if (isUsed(event)) return;
      event.preventDefault();
      player.seek(player.video.currentTime + step);
      return;
    }
    const outside = event.target === document.body || event.target === document.documentElement;
    // What it takes as it is, it handles where it has the focus.
    if (!HANDLED.has(key) || (!outside && (key === event.key || isUsed(event)))) return;
    event.preventDefault();
    // media-chrome acts on the key's release, which only reaches it when it has the focus.
    if (outside) controller.focus({ preventScroll: true });
    const isOther = key !== event.key;
    if (isOther && event.repeat) return;
    controller.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: false }));
    // The release that follows has the other name.
    if (isOther) controller.dispatchEvent(new KeyboardEvent("keyup", { key, bubbles: false }));
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}

/**
 * The key as the player names it. Caps Lock makes capitals of letters, and layouts of other scripts have letters of their own
 * in the place of Latin ones.
 */
function letterOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (shiftKey || !/^\p{L}$/u.test(key)) return key;
  if (/^\p{Script=Latin}$/u.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName));

/** Whether what has the focus needs the key for itself, as sliders and menus do; media-chrome's elements say so. */
const isUsed = (event: KeyboardEvent) =>
  event.composedPath().some((element) => {
    const used = "keysUsed" in element ? element.keysUsed : null;
    return Array.isArray(used) && used.includes(event.key);
  });
