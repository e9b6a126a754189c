import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { patient } from "../../../../../tools/setup/patience.mjs";
import { serverEngine } from "../../platform/speech/server-engine.ts";
import { startSpeechServer, type SpeechServer } from "../../testing/speech/speech-server.ts";
import { Recognition, type Recognised } from "./recognition.ts";

const server = await startSpeechServer(() => ({ body: { text: "" } }));
afterAll(() => server.close());

/** What a recognition of pieces of a second each gives, and what it complains of. */
function recognition(answer: SpeechServer["answer"], answerMs?: number) {
  server.calls.length = 0;
  server.answer = answer;
  const heard: Recognised[] = [];
  const problems: unknown[] = [];
  const engine = serverEngine({
    kind: "server",
    url: new URL(`${server.url}/v1/audio/transcriptions`),
    key: null,
    model: "m",
  });
  const hooks = {
    language: () => "en",
    onRecognised: (recognised: Recognised) => heard.push(recognised),
    onProblem: (error: unknown) => problems.push(error),
  };
  const running = new Recognition(engine, hooks, answerMs);
  onTestFinished(() => running.close());
  const add = (at: number) =>
    running.add(
      { startMs: at * 1_000, endMs: at * 1_000 + 1_000, samples: Buffer.alloc(32_000), silences: [] },
      50_000 + at * 1_000,
    );
  return { running, heard, problems, add };
}

const saying = (text: string) => ({ body: { language: "english", segments: [{ start: 0.2, end: 0.8, text }] } });
const wordsOf = (heard: readonly Recognised[]) =>
  heard.flatMap(({ words }) => words.map(({ text, startMs, endMs }) => [text, startMs, endMs]));

test("pieces are recognised in order, and words have the times of the stream's clock", async () => {
  const { running, heard, add } = recognition(() => saying(`word${server.calls.length}`));
  for (const at of [0, 1, 2]) add(at);
  await vi.waitFor(() => expect(heard).toHaveLength(3));
  expect(wordsOf(heard)).toEqual([
    ["word1", 50_200, 50_800],
    ["word2", 51_200, 51_800],
    ["word3", 52_200, 52_800],
  ]);
  expect([heard[0]?.soundSeconds, running.problem, server.calls[0]?.fields["language"]]).toEqual([1, null, ["en"]]);
  expect(server.calls[0]?.seconds).toBe(1);
});

test("an engine that is slower than the speech gets the pieces that it can recognise in time", async () => {
  const late = Promise.withResolvers<void>();
  const slow: SpeechServer["answer"] = (_call, signal) => {
    if (server.calls.length > 1) return saying("newest");
    return new Promise(() => signal.addEventListener("abort", () => late.resolve()));
  };
  const { running, heard, add } = recognition(slow, patient(300));
  for (const at of [0, 1, 2]) add(at);
  await late.promise;
  await vi.waitFor(() => expect(running.problem).toBe("behind"));
  add(3);
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  // Those that waited would have been too late.
  expect([wordsOf(heard), server.calls.length]).toEqual([[["newest", 53_200, 53_800]], 2]);
});

test("an engine that fails is said once and asked again; one that refuses is left alone for a while", async () => {
  const { running, problems, heard, add } = recognition(() => ({ status: 500, body: "busy" }));
  add(0);
  add(1);
  await vi.waitFor(() => expect(server.calls).toHaveLength(2));
  server.answer = () => saying("again");
  add(2);
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  expect([problems.length, running.problem]).toEqual([1, null]);
  server.answer = () => ({ status: 401, body: "no such key" });
  add(3);
  await vi.waitFor(() => expect(running.problem).toBe("failed"));
  add(4);
  expect([server.calls.length, problems.length]).toEqual([4, 2]);
});
