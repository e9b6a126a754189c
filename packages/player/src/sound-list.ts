import { readStored, store } from "./stored.ts";

/** Where the browser keeps the language of the sound that its viewer chose last. */
const CHOSEN = "kinora-sound-language";

/** A sound of a stream, as its playlist names it. */
export interface Sound {
  name: string;
  /** BCP 47; empty where it is not known. */
  language: string;
}

/** One entry of the menu of sounds. */
interface SoundEntry {
  readonly id: string;
  readonly label: string;
  readonly language: string;
  enabled: boolean;
}

/**
 * The list media-chrome reads the menu of sounds from (`video.audioTracks`, HTML §4.8.11.11.1, which Chromium and Firefox have
 * not): one is enabled, and an event tells of each change.
 */
export class SoundList extends EventTarget {
  #entries: readonly SoundEntry[] = [];
  #selected = 0;

  get length(): number {
    return this.#entries.length;
  }

  [Symbol.iterator](): Iterator<SoundEntry> {
    return this.#entries[Symbol.iterator]();
  }

  get selectedIndex(): number {
    return this.#selected;
  }

  /**
   * Lists the sounds of another stream, and enables the one in the language that was chosen last, else the stream's own first.
   * Returns its place.
   */
  replace(sounds: readonly Sound[], first: number): number {
    const language = readStored(CHOSEN);
    const known = language === null ? -1 : sounds.findIndex((sound) => sound.language === language);
    this.#selected = known < 0 ? Math.max(0, first) : known;
    this.#entries = sounds.map((sound, index) => this.#entry(sound, index));
    this.dispatchEvent(new Event("removetrack"));
    this.dispatchEvent(new Event("addtrack"));
    this.dispatchEvent(new Event("change"));
    return this.#selected;
  }

  #entry({ name, language }: Sound, index: number): SoundEntry {
    const isEnabled = () => this.#selected === index;
    const enable = () => this.#choose(index);
    return {
      id: String(index),
      label: name,
      language,
      get enabled() {
        return isEnabled();
      },
      // media-chrome enables one and disables all others, one after the other.
      set enabled(wanted) {
        if (wanted && !isEnabled()) enable();
      },
    };
  }

  #choose(index: number): void {
    this.#selected = index;
    const language = this.#entries[index]?.language;
    if (language) store(CHOSEN, language);
    this.dispatchEvent(new Event("change"));
  }
}
