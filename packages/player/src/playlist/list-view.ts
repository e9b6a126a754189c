import type { PlaylistLayout } from "@kinora/domain/playlists/playlists.ts";
import { formatTime } from "media-chrome/dist/utils/time.js";
import { playerTexts } from "../language/language.ts";
import { icon, type IconName } from "./list-icons.ts";

/** A video in the list beside a player. */
export interface ListEntry {
  title: string;
  durationSeconds: number | null;
  picture: string | null;
}

interface ListOptions {
  name: string;
  entries: readonly ListEntry[];
  layout: PlaylistLayout;
  /** Without it, viewers cannot choose: a channel plays by the clock. */
  controls: ListControls | null;
}

interface ListControls {
  onChoose(index: number): void;
  onNext(): void;
  onPrevious(): void;
  onShuffle(on: boolean): void;
  onLoop(on: boolean): void;
}

/** How the list stands. */
export interface ListState {
  current: number;
  hasNext: boolean;
  hasPrevious: boolean;
  shuffle: boolean;
  loop: boolean;
}

/** The list of a playlist around its player. */
export interface ListView {
  root: HTMLElement;
  /** Where the player goes. */
  stage: HTMLElement;
  show(state: ListState): void;
  /** Marks a video that cannot play. */
  markUnavailable(index: number): void;
}

/** Builds the stage of a player and the list of its videos. Titles and names are set as text, never as markup. */
export function buildList({ name, entries, layout, controls }: ListOptions): ListView {
  const root = made("main", "kinora-playlist");
  root.dataset["layout"] = layout;
  const stage = made("div", "kinora-playlist-stage");
  const bar = buildBar(controls, entries.length);
  root.append(stage);
  const rows = entries.map((entry, index) => buildRow(entry, index, controls));
  if (layout === "hidden") {
    if (controls) root.append(bar.element);
  } else {
    const list = made("section", "kinora-playlist-list");
    list.setAttribute("aria-label", name);
    const head = made("div", "kinora-playlist-head");
    head.append(text("p", "kinora-playlist-name", name), bar.element);
    const items = made("ol", "kinora-playlist-items");
    items.append(...rows.map(({ item }) => item));
    list.append(head, items);
    root.append(list);
  }
  let shown = -1;
  return {
    root,
    stage,
    show(state) {
      bar.show(state);
      rows.forEach(({ button }, index) => {
        if (index === state.current) button.setAttribute("aria-current", "true");
        else button.removeAttribute("aria-current");
      });
      if (shown !== state.current && layout !== "hidden") keepInView(rows[state.current]?.item);
      shown = state.current;
    },
    markUnavailable(index) {
      const row = rows[index];
      if (!row) return;
      row.item.dataset["unavailable"] = "";
      row.button.disabled = true;
      row.note.textContent = playerTexts().notAvailable;
    },
  };
}

function buildRow({ title, durationSeconds, picture }: ListEntry, index: number, controls: ListControls | null) {
  const item = made("li", "");
  const button = made("button", "kinora-playlist-item");
  button.type = "button";
  if (controls) button.addEventListener("click", () => controls.onChoose(index));
  else button.disabled = true;
  const thumb = made("span", "kinora-playlist-thumb");
  if (picture) {
    const image = made("img", "");
    image.src = picture;
    image.alt = "";
    image.loading = "lazy";
    thumb.append(image);
  }
  if (durationSeconds !== null) thumb.append(text("span", "kinora-playlist-time", formatTime(durationSeconds)));
  const note = text("span", "kinora-playlist-note", "");
  const words = made("span", "kinora-playlist-words");
  words.append(text("span", "kinora-playlist-title", title || playerTexts().untitled), note);
  button.append(text("span", "kinora-playlist-number", String(index + 1)), thumb, words);
  item.append(button);
  return { item, button, note };
}

function buildBar(controls: ListControls | null, length: number) {
  const element = made("div", "kinora-playlist-bar");
  const place = text("span", "kinora-playlist-place", "");
  const { onAir, previousVideo, nextVideo, repeatPlaylist, shuffle: shuffleLabel } = playerTexts();
  element.append(place);
  if (!controls) return { element, show: () => (place.textContent = onAir) };
  const previous = iconButton(previousVideo, "previous", () => controls.onPrevious());
  const next = iconButton(nextVideo, "next", () => controls.onNext());
  const shuffle = iconButton(shuffleLabel, "shuffle", () => controls.onShuffle(!isPressed(shuffle)));
  const loop = iconButton(repeatPlaylist, "loop", () => controls.onLoop(!isPressed(loop)));
  element.append(previous, next, shuffle, loop);
  return {
    element,
    show(state: ListState) {
      place.textContent = `${state.current + 1} / ${length}`;
      previous.disabled = !state.hasPrevious;
      next.disabled = !state.hasNext;
      shuffle.setAttribute("aria-pressed", String(state.shuffle));
      loop.setAttribute("aria-pressed", String(state.loop));
    },
  };
}

const isPressed = (button: HTMLButtonElement) => button.getAttribute("aria-pressed") === "true";

function iconButton(label: string, name: IconName, run: () => void): HTMLButtonElement {
  const button = made("button", "kinora-playlist-button");
  button.type = "button";
  button.title = label;
  button.setAttribute("aria-label", label);
  button.innerHTML = icon(name);
  button.addEventListener("click", run);
  return button;
}

/** Scrolls the list alone: `scrollIntoView` would scroll the page around the frame, too. */
function keepInView(item: HTMLElement | undefined): void {
  const box = item?.parentElement;
  if (!item || !box) return;
  const top = item.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top + item.offsetHeight > box.scrollTop + box.clientHeight)
    box.scrollTop = Math.max(0, top - item.offsetHeight);
}

function made<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className) element.className = className;
  return element;
}

function text<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, content: string) {
  const element = made(name, className);
  element.textContent = content;
  return element;
}
