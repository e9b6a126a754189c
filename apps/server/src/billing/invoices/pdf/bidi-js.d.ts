/** Types of what the invoices use of bidi-js (https://github.com/lojjic/bidi-js). */
declare module "bidi-js" {
  export interface EmbeddingLevels {
    levels: Uint8Array;
  }
  interface Bidi {
    getEmbeddingLevels(text: string): EmbeddingLevels;
    /** The indices of a line from left to right; `end` is the last one. */
    getReorderedIndices(text: string, levels: EmbeddingLevels, start: number, end: number): number[];
    getMirroredCharactersMap(text: string, levels: Uint8Array): Map<number, string>;
  }
  export default function bidiFactory(): Bidi;
}
