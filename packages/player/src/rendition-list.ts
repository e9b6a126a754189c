/** One entry of the quality menu. */
export interface Rendition {
  id: string;
  width: number;
  height: number;
  bitrate: number;
}

/**
 * The list media-chrome reads the quality menu from (`video.videoRenditions` of its media state): entries by index,
 * the chosen one, -1 for automatic, and an event for each change.
 */
export class RenditionList extends EventTarget {
  [index: number]: Rendition;
  #length = 0;
  #selected = -1;

  get length(): number {
    return this.#length;
  }

  *[Symbol.iterator](): Iterator<Rendition> {
    for (let index = 0; index < this.#length; index += 1) {
      const rendition = this[index];
      if (rendition) yield rendition;
    }
  }

  get selectedIndex(): number {
    return this.#selected;
  }

  set selectedIndex(index: number) {
    if (index === this.#selected) return;
    this.#selected = index;
    this.dispatchEvent(new Event("change"));
  }

  /** Lists other renditions; a chosen height stays chosen if it still exists. */
  replace(renditions: readonly Rendition[]): void {
    const chosenHeight = this[this.#selected]?.height;
    for (let index = 0; index < this.#length; index += 1) delete this[index];
    for (const [index, rendition] of renditions.entries()) this[index] = rendition;
    this.#length = renditions.length;
    this.#selected = renditions.findIndex(({ height }) => height === chosenHeight);
    this.dispatchEvent(new Event("removerendition"));
    this.dispatchEvent(new Event("addrendition"));
    this.dispatchEvent(new Event("change"));
  }
}
