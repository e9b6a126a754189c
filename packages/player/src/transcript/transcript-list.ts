import type { SpokenCue } from "@kinora/domain/videos/transcript.ts";
import { copiedLines, cueAt, isFound, lineTime, markedPieces } from "./transcript-lines.ts";

interface Listeners {
  /** A line was chosen, which is said at this moment. */
  onChoose(seconds: number): void;
  /** Whether the list moves with playback, after it began or stopped to. */
  onFollow(following: boolean): void;
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * The lines of a transcript, of which one is said now. One of them is in the order of the Tab key; arrows move among them.
 * Who scrolls reads elsewhere: the list then stays where it is.
 */
export class TranscriptList {
  readonly #list: HTMLElement;
  readonly #listeners: Listeners;
  #cues: readonly SpokenCue[] = [];
  #lines: HTMLElement[] = [];
  #now = -1;
  #following = true;

  constructor(list: HTMLElement, listeners: Listeners) {
    this.#list = list;
    this.#listeners = listeners;
    list.addEventListener("click", (event) => this.#onClick(event));
    list.addEventListener("keydown", (event) => this.#onKey(event));
    list.addEventListener("copy", (event) => this.#onCopy(event));
    for (const type of ["wheel", "touchmove"]) list.addEventListener(type, () => this.#leave(), { passive: true });
  }

  show(cues: readonly SpokenCue[], language: string): void {
    this.#cues = cues;
    this.#now = -1;
    this.#lines = cues.map((cue, at) => line(cue, cues[at - 1]?.speaker ?? null));
    this.#list.lang = language;
    this.#list.replaceChildren(...this.#lines);
    this.#enter(0);
  }

  /** Shows only the lines that hold a text, and returns how many these are. */
  filter(searched: string): number {
    let count = 0;
    for (const [at, element] of this.#lines.entries()) {
      const cue = this.#cues[at];
      if (!cue) continue;
      element.hidden = !isFound(cue, searched);
      if (!element.hidden) count += 1;
      element.querySelector("span")?.replaceChildren(...markedPieces(cue.text, searched).map(shownPiece));
    }
    this.#enter(this.#lines.findIndex(({ hidden }) => !hidden));
    if (searched.trim() === "" && this.#following) this.#reveal();
    return count;
  }

  isShown(at: number): boolean {
    return this.#lines[at]?.hidden === false;
  }

  /** Marks what is said at a moment, and moves there unless someone reads elsewhere. */
  follow(seconds: number): void {
    const at = cueAt(this.#cues, seconds);
    if (at === this.#now) return;
    this.#lines[this.#now]?.removeAttribute("aria-current");
    this.#now = at;
    this.#lines[at]?.setAttribute("aria-current", "true");
    if (this.#following) this.#reveal();
  }

  /** Moves with playback again. */
  resume(seconds: number): void {
    this.#following = true;
    this.#listeners.onFollow(true);
    this.follow(seconds);
    this.#reveal();
  }

  #leave(): void {
    if (!this.#following) return;
    this.#following = false;
    this.#listeners.onFollow(false);
  }

  /** Scrolls the list alone: the page around a player stays where it is. */
  #reveal(): void {
    const now = this.#lines[this.#now];
    if (!now || now.hidden) return;
    const list = this.#list;
    list.scrollTop = now.offsetTop - list.offsetTop - (list.clientHeight - now.offsetHeight) / 2;
  }

  #onClick(event: Event): void {
    const at = this.#placeOf(event.target);
    const cue = this.#cues[at];
    // Who marks words does not want to go there.
    if (!cue || !(getSelection()?.isCollapsed ?? true)) return;
    this.#following = true;
    this.#listeners.onFollow(true);
    this.#enter(at);
    this.#listeners.onChoose(cue.start);
  }

  #onKey(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const shown = this.#lines.flatMap((element, at) => (element.hidden ? [] : at));
    const next = shown[step(shown.indexOf(this.#placeOf(event.target)), shown.length)];
    if (next === undefined) return;
    this.#leave();
    this.#enter(next);
    buttonOf(this.#lines[next])?.focus();
  }

  /** What is marked over several lines is copied with their times. */
  #onCopy(event: ClipboardEvent): void {
    const selection = getSelection();
    if (!selection || selection.isCollapsed) return;
    const marked = this.#cues.filter((_, at) => {
      const element = this.#lines[at];
      return element && !element.hidden && selection.containsNode(element, true);
    });
    if (marked.length < 2) return;
    event.preventDefault();
    event.clipboardData?.setData("text/plain", copiedLines(marked));
  }

  #placeOf(target: EventTarget | null): number {
    const element = target instanceof Element ? target.closest("li") : null;
    return element ? this.#lines.indexOf(element) : -1;
  }

  /** Puts one line into the order of the Tab key in place of the one before. */
  #enter(at: number): void {
    for (const element of this.#list.querySelectorAll('button[tabindex="0"]')) element.setAttribute("tabindex", "-1");
    buttonOf(this.#lines[at])?.setAttribute("tabindex", "0");
  }
}

const buttonOf = (element: HTMLElement | undefined) => element?.querySelector("button");

function line({ start, speaker, text }: SpokenCue, before: string | null): HTMLLIElement {
  const element = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.tabIndex = -1;
  button.textContent = lineTime(start);
  const words = document.createElement("span");
  words.dir = "auto";
  words.textContent = text;
  button.setAttribute("aria-label", `${lineTime(start)} ${speaker === null ? "" : `${speaker}: `}${text}`);
  const said = document.createElement("p");
  if (speaker !== null && speaker !== before) {
    const name = document.createElement("b");
    name.dir = "auto";
    name.textContent = speaker;
    said.append(name);
  }
  said.append(words);
  element.append(button, said);
  return element;
}

function shownPiece({ text, marked }: { text: string; marked: boolean }): Node {
  if (!marked) return document.createTextNode(text);
  const mark = document.createElement("mark");
  mark.textContent = text;
  return mark;
}
