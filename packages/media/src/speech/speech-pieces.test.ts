import { expect, test } from "vitest";
import { SpeechPieces, wavOf, type SpeechSamples } from "./speech-pieces.ts";

const RATE = 16_000;

/** A tone of a loudness between 0 and 1. */
function tone(seconds: number, loudness = 0.3): Buffer {
  const samples = Buffer.alloc(Math.round(seconds * RATE) * 2);
  for (let at = 0; at < samples.length / 2; at += 1)
    samples.writeInt16LE(Math.round(Math.sin(at / 8) * 32_767 * loudness), at * 2);
  return samples;
}

/** Sound that arrives in packets of an odd size. */
function piecesOf(sound: Buffer): SpeechSamples[] {
  const pieces: SpeechSamples[] = [];
  const cutter = new SpeechPieces((piece) => pieces.push(piece));
  for (let at = 0; at < sound.length; at += 1_001) cutter.add(sound.subarray(at, at + 1_001));
  return pieces;
}

const spans = (pieces: readonly SpeechSamples[]) => pieces.map(({ startMs, endMs }) => [startMs, endMs]);

test("silence is no piece", () => {
  expect(piecesOf(tone(5, 0))).toEqual([]);
});

test("a piece begins shortly before the speech and ends in a pause after two seconds", () => {
  const pieces = piecesOf(Buffer.concat([tone(3, 0), tone(2.5), tone(1, 0), tone(2.2), tone(0.4, 0)]));
  expect(spans(pieces)).toEqual([
    [2_800, 5_800],
    [6_300, 9_000],
  ]);
  expect(pieces.map(({ samples }) => samples.length)).toEqual([3 * RATE * 2, 2.7 * RATE * 2]);
  expect(pieces[0]?.silences).toEqual([{ startMs: 2_700, endMs: 3_000 }]);
});

test("a short word is a piece after a longer pause", () => {
  expect(spans(piecesOf(Buffer.concat([tone(0.6), tone(2, 0)])))).toEqual([[0, 1_300]]);
});

test("speech without a pause is cut at its quietest moment within eight seconds", () => {
  const pieces = piecesOf(Buffer.concat([tone(6), tone(0.06, 0.05), tone(6), tone(1, 0)]));
  expect(spans(pieces)).toEqual([
    [0, expect.toSatisfy((at: number) => at >= 6_000 && at <= 6_060)],
    [expect.any(Number), expect.any(Number)],
  ]);
  expect(pieces[1]?.startMs).toBe(pieces[0]?.endMs);
});

test("samples become a WAV file", () => {
  const file = wavOf(tone(1));
  expect([file.length, file.toString("latin1", 0, 4), file.readUInt32LE(40)]).toEqual([
    44 + RATE * 2,
    "RIFF",
    RATE * 2,
  ]);
});
