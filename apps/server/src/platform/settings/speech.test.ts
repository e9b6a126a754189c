import { expect, test } from "vitest";
import { readSpeech } from "./speech.ts";

test("captions by machine are off without a setting", () => {
  expect(readSpeech({})).toBeNull();
  expect(readSpeech({ KINORA_SPEECH_URL: "", KINORA_SPEECH_MODEL: "" })).toBeNull();
});

test.each([
  ["http://localhost:8000", "http://localhost:8000/v1/audio/transcriptions"],
  ["http://localhost:8000/", "http://localhost:8000/v1/audio/transcriptions"],
  ["https://api.example.com/v1/", "https://api.example.com/v1/audio/transcriptions"],
  ["https://speech.example.com/v1/audio/transcriptions", "https://speech.example.com/v1/audio/transcriptions"],
  ["https://example.com/speech?tenant=a", "https://example.com/speech/v1/audio/transcriptions?tenant=a"],
])("%s is asked at %s", (address, call) => {
  expect(readSpeech({ KINORA_SPEECH_URL: address })).toEqual({
    kind: "server",
    url: new URL(call),
    key: null,
    model: "whisper-1",
  });
});

test("a server has a key and a model, and a folder alone is the engine of the worker", () => {
  expect(
    readSpeech({ KINORA_SPEECH_URL: "http://localhost:1", KINORA_SPEECH_KEY: "sk-1", KINORA_SPEECH_MODEL: "large" }),
  ).toMatchObject({ key: "sk-1", model: "large" });
  expect(readSpeech({ KINORA_SPEECH_MODEL: "/srv/models/whisper" })).toEqual({
    kind: "model",
    folder: "/srv/models/whisper",
  });
});

test.each([
  [{ KINORA_SPEECH_URL: "localhost:8000" }, "KINORA_SPEECH_URL must be an http or https address"],
  [{ KINORA_SPEECH_URL: "http://me:secret@localhost" }, "without a name and password"],
  [{ KINORA_SPEECH_URL: "http://localhost", KINORA_SPEECH_KEY: "two words" }, "KINORA_SPEECH_KEY must be of letters"],
  [{ KINORA_SPEECH_KEY: "sk-1" }, "KINORA_SPEECH_KEY needs the address"],
  [{ KINORA_SPEECH_MODEL: "whisper" }, "KINORA_SPEECH_MODEL must be the absolute path"],
])("%o is refused", (env, sentence) => {
  expect(() => readSpeech(env)).toThrow(sentence);
});
