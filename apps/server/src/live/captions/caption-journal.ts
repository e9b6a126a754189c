import type { JournalPort } from "@kinora/media/live/journal.ts";
import { z } from "zod";

/** Lines of segments that nobody may ask for any more, after which a journal is compacted. */
const SPARE_LINES = 200;

const line = z.object({ sequence: z.number(), text: z.string() });

/**
 * The segments of a stream's captions that have words, as JSON lines, with which a live host that starts again continues the playlist.
 * A failing port is reported and does not stop the captions.
 */
export class CaptionJournal {
  readonly #port: JournalPort;
  readonly #onFailure: (error: unknown) => void;
  #lines = 0;

  constructor(port: JournalPort, onFailure: (error: unknown) => void) {
    this.#port = port;
    this.#onFailure = onFailure;
  }

  /** The segments by sequence number; a line that a crash truncated is left out. */
  read(): Map<number, string> {
    const found = new Map<number, string>();
    this.#attempt(() => {
      const text = this.#port.read();
      if (text === "") return;
      const lines = text.split("\n");
      this.#lines = lines.length;
      for (const each of lines) {
        const segment = parsed(each);
        if (segment) found.set(segment.sequence, segment.text);
      }
      if (!text.endsWith("\n")) this.#port.append("\n");
    });
    return found;
  }

  /** Adds a segment. */
  add(sequence: number, text: string): void {
    this.#lines += 1;
    this.#attempt(() => this.#port.append(lineOf(sequence, text)));
  }

  /** Drops what is not among the given segments, once that is many lines. */
  trim(kept: ReadonlyMap<number, string>): void {
    if (this.#lines <= kept.size + SPARE_LINES) return;
    this.#lines = kept.size;
    this.#attempt(() => this.#port.replace([...kept].map(([sequence, text]) => lineOf(sequence, text)).join("")));
  }

  #attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#onFailure(error);
    }
  }
}

const lineOf = (sequence: number, text: string) => `${JSON.stringify({ sequence, text })}\n`;

function parsed(text: string): z.infer<typeof line> | null {
  try {
    return line.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
