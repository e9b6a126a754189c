import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startSpeechServer, type SpeechAnswer } from "../../testing/speech/speech-server.ts";
import { SpeechProblem } from "./engine.ts";
import { serverEngine } from "./server-engine.ts";

const server = await startSpeechServer(() => ({ body: { text: "ab" } }));
afterAll(() => server.close());

const path = join(tmpdir(), `kinora-speech-${process.pid}.wav`);
await writeFile(path, Buffer.alloc(44 + 32_000));

const engine = serverEngine({
  kind: "server",
  url: new URL(`${server.url}/v1/audio/transcriptions`),
  key: "sk-1",
  model: "m",
});
const ask = (language: string | null = null, signal = new AbortController().signal) =>
  engine.transcribe({ path, durationMs: 1_000, silences: [], language }, signal);

test("the sound is sent with its language as engines know it", async () => {
  expect((await ask("pt-BR")).words).toMatchObject([{ text: "ab", startMs: 0, endMs: 1_000 }]);
  expect(server.calls.at(-1)).toMatchObject({ seconds: 1, fields: { language: ["pt"], model: ["m"] } });
  await ask();
  expect(server.calls.at(-1)?.fields).not.toHaveProperty("language");
});

test.each<[words: string, retryable: boolean, answer: SpeechAnswer]>([
  ["answered 401: ", false, { status: 401, body: { error: "the key sk-1 is unknown" } }],
  ["answered 413", false, { status: 413, body: "too large" }],
  ["answered 302", false, { status: 302, body: "" }],
  ["answered 429: slowly", true, { status: 429, body: "slowly" }],
  ["answered 500", true, { status: 500, body: "" }],
  ["answered no JSON", false, { body: "<html>" }],
  ["something else than `verbose_json`", false, { body: { hello: 1 } }],
  ["larger than 8 MiB", false, { body: { text: "a".repeat(9 * 1024 ** 2) } }],
])("an answer that cannot be used says so: %s", async (words, retryable, answer) => {
  server.answer = () => answer;
  const problem = await ask().catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(SpeechProblem);
  expect(problem).toMatchObject({ retryable, message: expect.stringContaining(words) });
  expect(String(problem)).not.toContain("sk-1");
});

test("a server that is not there may be there later, and an aborted request is no problem of it", async () => {
  const closed = await startSpeechServer(() => ({ body: {} }));
  await closed.close();
  const gone = serverEngine({ kind: "server", url: new URL(closed.url), key: null, model: "m" });
  const piece = { path, durationMs: 1_000, silences: [], language: null };
  await expect(gone.transcribe(piece, new AbortController().signal)).rejects.toMatchObject({
    retryable: true,
    message: "The speech server did not answer: ECONNREFUSED",
  });
  server.answer = () => new Promise(() => undefined);
  const stop = new AbortController();
  const asking = ask(null, stop.signal);
  stop.abort(new Error("stopped"));
  await expect(asking).rejects.toThrow("stopped");
});
