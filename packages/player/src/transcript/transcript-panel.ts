import "./transcript.css";
import { readTranscript, type SpokenCue } from "@kinora/domain/videos/transcript.ts";
import type { PlayerTexts } from "../language/english.ts";
import { playerTexts } from "../language/language.ts";
import type { ItemPlayer, TranscriptTrack } from "../options.ts";
import { copiedLines } from "./transcript-lines.ts";
import { TranscriptList } from "./transcript-list.ts";

// No text of anybody's is in this markup.
const markup = (texts: PlayerTexts["transcript"]) => `
  <header>
    <h2>${texts.name}</h2>
    <select aria-label="${texts.language}" hidden></select>
    <button type="button" data-do="copy">${texts.copy}</button>
    <button type="button" data-do="close" aria-label="${texts.close}">✕</button>
  </header>
  <input type="search" aria-label="${texts.search}" placeholder="${texts.search}" dir="auto">
  <p role="status"></p>
  <ol></ol>
  <button type="button" data-do="follow" hidden>${texts.follow}</button>`;

/** What is said, beside the picture. It follows playback, and a click on a line goes there. */
export class TranscriptPanel {
  readonly #player: Pick<ItemPlayer, "root" | "video" | "seek" | "play">;
  readonly #tracks: readonly TranscriptTrack[];
  readonly #panel = document.createElement("section");
  readonly #parts: ReturnType<typeof partsOf>;
  readonly #list: TranscriptList;
  readonly #stop = new AbortController();
  readonly #texts = playerTexts().transcript;
  #cues: readonly SpokenCue[] = [];

  constructor(
    player: Pick<ItemPlayer, "root" | "video" | "seek" | "play">,
    tracks: readonly TranscriptTrack[],
    onClose: () => void,
  ) {
    this.#player = player;
    this.#tracks = tracks;
    this.#panel.className = "kinora-transcript";
    this.#panel.setAttribute("aria-label", this.#texts.name);
    this.#panel.innerHTML = markup(this.#texts);
    this.#parts = partsOf(this.#panel);
    this.#list = new TranscriptList(this.#parts.list, {
      onChoose(seconds) {
        player.seek(seconds);
        player.play().catch(() => undefined);
      },
      onFollow: (following) => {
        this.#parts.follow.hidden = following;
      },
    });
    this.#offerLanguages();
    this.#listen(onClose);
    player.root.append(this.#panel);
    player.root.toggleAttribute("data-transcript", true);
    void this.#load();
    this.#parts.search.focus({ preventScroll: true });
  }

  close(): void {
    this.#stop.abort();
    this.#panel.remove();
    this.#player.root.removeAttribute("data-transcript");
  }

  #offerLanguages(): void {
    const { select } = this.#parts;
    select.append(...this.#tracks.map(({ label }) => new Option(label)));
    select.selectedIndex = firstTrack(this.#tracks, this.#player.video);
    select.hidden = this.#tracks.length < 2;
  }

  #listen(onClose: () => void): void {
    const { select, search, follow, copy, close } = this.#parts;
    const { video } = this.#player;
    select.addEventListener("change", () => void this.#load());
    search.addEventListener("input", () => this.#filter());
    follow.addEventListener("click", () => this.#list.resume(video.currentTime));
    copy.addEventListener("click", () => void this.#copy());
    close.addEventListener("click", onClose);
    this.#panel.addEventListener("keydown", (event) => event.key === "Escape" && onClose());
    const { signal } = this.#stop;
    video.addEventListener("timeupdate", () => this.#list.follow(video.currentTime), { signal });
  }

  /** Reads the chosen captions; another choice meanwhile counts. */
  async #load(): Promise<void> {
    const { select, status } = this.#parts;
    const { signal } = this.#stop;
    const track = this.#tracks[select.selectedIndex];
    if (!track) return;
    this.#say(this.#texts.loading);
    const read = await readTrack(track, signal).catch(() => null);
    if (signal.aborted || this.#tracks[select.selectedIndex] !== track) return;
    this.#cues = read ?? [];
    this.#list.show(this.#cues, track.language);
    if (read === null) return offerAgain(status, () => void this.#load());
    if (read.length === 0) return this.#say(this.#texts.empty);
    this.#filter();
    this.#list.follow(this.#player.video.currentTime);
  }

  #filter(): void {
    const { value } = this.#parts.search;
    const count = this.#list.filter(value);
    this.#say(value.trim() === "" ? "" : this.#texts.found(count));
  }

  /** Copies the lines that are shown. */
  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(copiedLines(this.#cues.filter((_, at) => this.#list.isShown(at))));
      this.#say(this.#texts.copied);
    } catch {
      this.#say(this.#texts.notCopied);
    }
  }

  #say(words: string): void {
    this.#parts.status.textContent = words;
  }
}

async function readTrack({ file }: TranscriptTrack, signal: AbortSignal): Promise<SpokenCue[]> {
  const response = await fetch(file, { signal });
  if (!response.ok) throw new Error(`The captions could not be read (${response.status}).`);
  return readTranscript(await response.text());
}

/** The captions that are on, else those of the viewer's language, else the first. */
function firstTrack(tracks: readonly TranscriptTrack[], video: HTMLVideoElement): number {
  const on = [...video.textTracks].find(
    ({ mode, kind }) => mode === "showing" && /^(?:captions|subtitles)$/.test(kind),
  );
  const languages = on ? [on.language] : navigator.languages;
  for (const language of languages) {
    const primary = language.split("-")[0];
    const at = tracks.findIndex((track) => track.language === language || track.language.split("-")[0] === primary);
    if (at >= 0) return at;
  }
  return 0;
}

function offerAgain(status: HTMLElement, tryAgain: () => void): void {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = playerTexts().tryAgain;
  button.addEventListener("click", tryAgain);
  status.replaceChildren(`${playerTexts().transcript.failed} `, button);
}

function partsOf(panel: HTMLElement) {
  const part = <Part extends HTMLElement>(selector: string): Part => {
    const found = panel.querySelector<Part>(selector);
    if (!found) throw new Error(`The transcript's markup has no ${selector}.`);
    return found;
  };
  return {
    list: part("ol"),
    status: part("p"),
    select: part<HTMLSelectElement>("select"),
    search: part<HTMLInputElement>("input"),
    copy: part('[data-do="copy"]'),
    close: part('[data-do="close"]'),
    follow: part('[data-do="follow"]'),
  };
}
