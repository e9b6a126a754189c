import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "../platform/config.ts";
import type { Environment } from "../platform/settings/setting.ts";
import { startSpeechServer } from "../testing/speech/speech-server.ts";
import { report, speechCheck } from "./speech-check.ts";

const server = await startSpeechServer(() => ({ body: { language: "german", text: "Guten Tag" } }));
afterAll(() => server.close());

async function check(env: Environment, ...args: string[]) {
  const lines: string[] = [];
  const refuse = () => Promise.reject(new Error("The check needs no database."));
  const print = (line: string) => void lines.push(line);
  const code = await speechCheck.run({ config: readConfig(env), print, databaseUrl: refuse, services: refuse }, args);
  return { code, lines };
}

test("without an engine it says what to set", async () => {
  expect(await check({})).toEqual({
    code: 1,
    lines: ["No speech engine is set: automatic captions are off. Set KINORA_SPEECH_URL or KINORA_SPEECH_MODEL."],
  });
});

test("it measures the engine with a minute of synthetic sound", async () => {
  const { code, lines } = await check({ KINORA_SPEECH_URL: server.url });
  expect(code).toBe(0);
  expect(lines).toEqual([
    `Speech engine: whisper-1 at ${server.url}/v1/audio/transcriptions`,
    expect.stringMatching(/^A minute of sound takes \d+\.\d s, \d+\.\d times as fast as it plays\.$/),
    "That was a synthetic sound. Name a file with speech to see what is recognised.",
  ]);
  expect(server.calls.at(-1)?.seconds).toBe(60);
});

test("of a file it shows what was recognised", async () => {
  const { lines } = await check({ KINORA_SPEECH_URL: server.url }, await clip("streamable"));
  expect(lines.slice(2)).toEqual(["Language: German", "Recognised: Guten Tag"]);
  expect(server.calls.at(-1)?.seconds).toBeCloseTo(3, 0);
});

test("an engine that refuses, a file that is none and two files are named", async () => {
  server.answer = () => ({ status: 401, body: "who are you" });
  await expect(check({ KINORA_SPEECH_URL: server.url })).rejects.toThrow("The speech server answered 401: who are you");
  await expect(check({ KINORA_SPEECH_URL: server.url }, import.meta.filename)).rejects.toThrow(/./);
  await expect(check({ KINORA_SPEECH_URL: server.url }, "a", "b")).rejects.toThrow("Name one file");
  await expect(check({ KINORA_SPEECH_MODEL: "/nowhere/model" })).rejects.toThrow("cannot be read");
});

test("the speed is that of a minute, whatever the length", () => {
  expect(report({ seconds: 30, took: 3 }, { language: null, words: [] })).toEqual([
    "A minute of sound takes 6.0 s, 10.0 times as fast as it plays.",
    "The engine names no language.",
    "No speech was recognised.",
  ]);
});

test("the steps of its page are followed", async () => {
  const page = await readFile(join(import.meta.dirname, "../../../../docs/operations/speech.md"), "utf8");
  const settings = [...page.matchAll(/^ *(KINORA_SPEECH_\w+)=(\S+)$/gm)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  expect(settings.map(([name]) => name)).toEqual(["KINORA_SPEECH_URL", "KINORA_SPEECH_MODEL"]);
  server.answer = () => ({ body: { language: "german", text: "Guten Tag" } });
  const env: Environment = { ...(Object.fromEntries(settings) as Environment), KINORA_SPEECH_URL: server.url };
  const commands = [...page.matchAll(/^ *npm run kinora -- speech check ?(.*)$/gm)].map(([, file = ""]) => file);
  expect(commands).toEqual(["", "talk.mp3"]);
  for (const file of commands) {
    const { code, lines } = await check(env, ...(file === "" ? [] : [await clip("streamable")]));
    expect(code).toBe(0);
    expect(lines[0]).toBe(`Speech engine: ${env["KINORA_SPEECH_MODEL"]} at ${server.url}/v1/audio/transcriptions`);
  }
  expect(server.calls.at(-1)?.fields["model"]).toEqual([env["KINORA_SPEECH_MODEL"]]);
  const named = [...page.matchAll(/^\| `(KINORA_\w+)`/gm)].map(([, name]) => name);
  expect(named).toEqual(["KINORA_SPEECH_URL", "KINORA_SPEECH_KEY", "KINORA_SPEECH_MODEL"]);
});
