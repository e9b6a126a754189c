import type { Span } from "@kinora/domain/speech/chunks.ts";
import type { Heard } from "@kinora/domain/speech/heard.ts";

/** A piece of sound to be recognised. */
export interface SpeechPiece {
  /** WAV, 16 bit, mono, 16 kHz. */
  path: string;
  durationMs: number;
  /** Where nothing is heard, counted from its beginning. */
  silences: readonly Span[];
  /** BCP 47; null: the engine detects it. */
  language: string | null;
}

/** Recognises speech. Two engines are chosen by configuration; one conformance suite holds for both. */
export interface SpeechEngine {
  /**
   * What is said in a piece, with times from its beginning.
   * @throws SpeechProblem when the engine cannot be used or does not answer; the reason of `signal` when that fired.
   */
  transcribe(piece: SpeechPiece, signal: AbortSignal): Promise<Heard>;
}

/** Why an engine recognised nothing. The message is for the operator. */
export class SpeechProblem extends Error {
  /** Whether trying again may help. */
  readonly retryable: boolean;

  constructor(message: string, { retryable, cause }: { retryable: boolean; cause?: unknown }) {
    super(message, { cause });
    this.name = "SpeechProblem";
    this.retryable = retryable;
  }
}

/** The language of a video as engines know it: `pt-BR` is `pt`. */
export const spokenLanguage = (language: string): string => new Intl.Locale(language).language;
