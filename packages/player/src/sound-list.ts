import { readStored, store } from "./stored.ts";

/** Where the browser keeps the language of the sound that its viewer chose last. */
const CHOSEN = "kinora-sound-language";
/** Where it keeps that its viewer chose surround sound last. */
const SURROUND = "kinora-surround";

/** A sound of a stream, as its playlist names it. */
export interface Sound {
  name: string;
  /** BCP 47; empty where it is not known. */
  language: string;
  /** Its place in the playlist, which it shares with the same sound in other channels. */
  track: number;
  /** In surround sound instead of stereo. */
  surround: boolean;
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
  #sounds: readonly Sound[] = [];
  #selected = 0;
  #wantsSurround: boolean | null = null;
  /** The name of the sound that was chosen here, of several in one language. */
  #chosen: string | undefined;

  get length(): number {
    return this.#entries.length;
  }

  [Symbol.iterator](): Iterator<SoundEntry> {
    return this.#entries[Symbol.iterator]();
  }

  get selectedIndex(): number {
    return this.#selected;
  }

  /** The sound that is enabled; none without any. */
  get selected(): Sound | undefined {
    return this.#sounds[this.#selected];
  }

  /** Whether surround sound was chosen last, here or in another stream. */
  get wantsSurround(): boolean {
    return this.#wantsSurround ?? readStored(SURROUND) !== null;
  }

  /**
   * Lists the sounds of another stream, or of the same in other channels, and enables the one that was chosen here, else one in the
   * language that was chosen last, else the stream's own first; in surround sound where that was chosen and is there. Returns its place.
   * @param first the track of the stream's own first
   */
  replace(sounds: readonly Sound[], first: number): number {
    const language = readStored(CHOSEN);
    const known = language === null ? undefined : sounds.find((sound) => sound.language === language);
    const track = known?.track ?? Math.max(0, first);
    const inStereo = sounds.findIndex((sound) => sound.track === track);
    const surround = sounds.findIndex((sound) => sound.track === track && sound.surround);
    const chosen = sounds.findIndex(({ name }) => name === this.#chosen);
    this.#selected = chosen >= 0 ? chosen : Math.max(0, this.wantsSurround && surround >= 0 ? surround : inStereo);
    this.#sounds = sounds;
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
    const { name, language, track, surround } = this.#sounds[index] ?? {};
    this.#chosen = name;
    if (language) store(CHOSEN, language);
    // A sound in one kind of channels says nothing of what the viewer prefers.
    if (this.#sounds.some((sound) => sound.track === track && sound.surround !== surround)) {
      this.#wantsSurround = surround === true;
      store(SURROUND, surround ? "yes" : null);
    }
    this.dispatchEvent(new Event("change"));
  }
}
