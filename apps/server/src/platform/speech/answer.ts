import { wordsOf, type Heard, type HeardSegment, type HeardWord } from "@kinora/domain/speech/heard.ts";
import { canonicalLanguage } from "@kinora/domain/videos/languages.ts";
import { z } from "zod";

/** Text without what cannot be stored: servers write halves of characters, too. */
const said = z.string().transform((text) => text.replaceAll("\0", "").toWellFormed());
const word = z.object({ word: said, start: z.number(), end: z.number() });
const segment = z.object({
  start: z.number(),
  end: z.number(),
  text: said,
  /** whisper.cpp has the words of a segment within it. */
  words: z.array(word).nullish(),
  no_speech_prob: z.number().nullish(),
  avg_logprob: z.number().nullish(),
});

/** The answer of `POST /v1/audio/transcriptions` with `response_format=verbose_json`; fields that servers leave out are optional. */
const verboseAnswer = z.object({
  language: z.string().nullish(),
  text: said.nullish(),
  segments: z.array(segment).nullish(),
  words: z.array(word).nullish(),
});

const isAnswer = ({ segments, words, text }: z.infer<typeof verboseAnswer>) =>
  [segments, words, text].some((part) => part !== null && part !== undefined);

type Segment = z.infer<typeof segment>;

/** Whisper's own rule (its `transcribe.py`): such a segment is silence or noise in which the model imagined words. */
const isImagined = ({ no_speech_prob: silent, avg_logprob: certain }: Segment): boolean =>
  (silent ?? 0) > 0.6 && (certain ?? 0) < -1;

/** Times beyond this multiple of the piece are no seconds: LocalAI answers nanoseconds. */
const NO_SECONDS = 1_000;
const NANOSECONDS = 1e9;

/**
 * What a server's answer says about a piece. Text is that of the segments, which have punctuation; times are those of the words,
 * where there are any. Pure. @returns null when it is not an answer of this call
 */
export function readVerboseAnswer(answer: unknown, durationMs: number): Heard | null {
  const read = verboseAnswer.safeParse(answer);
  if (!read.success || !isAnswer(read.data)) return null;
  const { segments, words, language, text } = read.data;
  const found = language ? canonicalLanguage(language) : null;
  const all = [...(segments ?? []), ...(words ?? [])];
  const scale = all.some(({ end }) => end * 1_000 > durationMs * NO_SECONDS) ? NANOSECONDS : 1;
  const toMs = (time: number) => Math.min(durationMs, Math.max(0, Math.round((time / scale) * 1_000)));
  const span = ({ start, end }: { start: number; end: number }) => ({ startMs: toMs(start), endMs: toMs(end) });
  const timed = (words ?? []).map((each) => ({ ...span(each), text: each.word }));
  if (!segments || segments.length === 0) return { language: found, words: withoutSegments(text, timed, durationMs) };
  const passages = segments.map((each) => ({
    ...span(each),
    text: each.text,
    isImagined: isImagined(each),
    timed: (each.words ?? []).map((inner) => ({ ...span(inner), text: inner.word })),
  }));
  const placed = timed.length === 0 ? passages : placeWords(passages, timed);
  const heard = placed.flatMap((each) => (each.isImagined ? [] : wordsOf(each, each.timed)));
  return { language: found, words: inOrder(heard) };
}

function withoutSegments(text: string | null | undefined, timed: HeardSegment[], durationMs: number): HeardWord[] {
  const first = timed[0];
  const last = timed.at(-1);
  const whole = text ?? timed.map((each) => each.text).join(" ");
  return inOrder(wordsOf({ text: whole, startMs: first?.startMs ?? 0, endMs: last?.endMs ?? durationMs }, timed));
}

/** Gives each word to the passage in which its middle lies. */
function placeWords<Passage extends HeardSegment & { timed: HeardSegment[] }>(
  passages: readonly Passage[],
  timed: readonly HeardSegment[],
): Passage[] {
  const placed = passages.map((each) => ({ ...each, timed: [] as HeardSegment[] }));
  let at = 0;
  for (const each of timed) {
    const middle = (each.startMs + each.endMs) / 2;
    while (at < placed.length - 1 && (placed[at]?.endMs ?? 0) < middle) at += 1;
    placed[at]?.timed.push(each);
  }
  return placed;
}

/** Passages of some engines overlap by a moment. */
function inOrder(words: readonly HeardWord[]): HeardWord[] {
  let last = 0;
  return words.map((each) => {
    const startMs = Math.max(last, each.startMs);
    last = startMs;
    return { ...each, startMs, endMs: Math.max(startMs, each.endMs) };
  });
}
