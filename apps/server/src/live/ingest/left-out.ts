/** What of a publisher's media may have more tracks than viewers get. */
export type LeftOutKind = "programme" | "picture" | "sound";

const SENTENCES: Readonly<Record<LeftOutKind, string>> = {
  programme: "Viewers get the first programme with a picture",
  picture: "Viewers see the first picture",
  sound: "Viewers hear the first track of sound",
};

/** One sentence for users about tracks of a kind that are left out. */
const sentence = (kind: LeftOutKind, tracks: number): string =>
  `${SENTENCES[kind]}; ${tracks === 1 ? "another one is" : `${tracks} others are`} left out.`;

/** Counts a publisher's tracks that viewers do not get, and tells of them once their number is known. */
export class LeftOut {
  readonly #onTold: (sentence: string) => void;
  readonly #counts = new Map<LeftOutKind, number>();
  readonly #tracks = new Map<LeftOutKind, Set<number>>();
  readonly #told = new Set<string>();
  #isTelling = false;

  /** @param onTold called once with each sentence. */
  constructor(onTold: (sentence: string) => void) {
    this.#onTold = onTold;
  }

  /** Sentences for users. */
  get sentences(): string[] {
    return [...this.#counts].map(([kind, tracks]) => sentence(kind, tracks));
  }

  /** Sets how many tracks of a kind are left out. */
  set(kind: LeftOutKind, tracks: number): void {
    this.#counts.set(kind, tracks);
    if (this.#isTelling) this.#tellNew();
  }

  /** Adds a track by its number; a known one changes nothing. */
  add(kind: LeftOutKind, track: number): void {
    const tracks = this.#tracks.get(kind) ?? new Set();
    this.#tracks.set(kind, tracks);
    if (tracks.has(track)) return;
    tracks.add(track);
    this.set(kind, tracks.size);
  }

  /** Tells of the tracks that were counted, and of more as they come. */
  tell(): void {
    this.#isTelling = true;
    this.#tellNew();
  }

  #tellNew(): void {
    for (const each of this.sentences) {
      if (this.#told.has(each)) continue;
      this.#told.add(each);
      this.#onTold(each);
    }
  }
}
