import { wordsOf, type HeardSegment, type HeardWord } from "@kinora/domain/speech/heard.ts";
import { canonicalLanguage } from "@kinora/domain/videos/languages.ts";
import type { RecognizerResult } from "sherpa-onnx-node";

/**
 * What sherpa-onnx answered of an utterance, with times from the beginning of its piece. SenseVoice has a time for each token;
 * Whisper and Moonshine have none, and their words are spread over the utterance. Pure.
 */
export function readModelAnswer(
  { text, lang, tokens = [], timestamps = [], durations = [] }: RecognizerResult,
  { startMs, endMs }: Omit<HeardSegment, "text">,
): { language: string | null; words: HeardWord[] } {
  const timed =
    timestamps.length === 0 || timestamps.length !== tokens.length
      ? []
      : tokens.map((token, at) => {
          const begins = timestamps[at] ?? 0;
          const ends = durations[at] ? begins + durations[at] : (timestamps[at + 1] ?? (endMs - startMs) / 1_000);
          const within = (seconds: number) => Math.min(endMs, startMs + Math.round(seconds * 1_000));
          return { text: token, startMs: within(begins), endMs: within(Math.max(begins, ends)) };
        });
  // SenseVoice writes its language as a token: <|en|>.
  const tag = (lang ?? "").replaceAll(/[<|>]/g, "");
  return { language: tag === "" ? null : canonicalLanguage(tag), words: wordsOf({ startMs, endMs, text }, timed) };
}
