import { readFile } from "node:fs/promises";
import type { SpeechConfig } from "../settings/speech.ts";
import { readVerboseAnswer } from "./answer.ts";
import { SpeechProblem, spokenLanguage, type SpeechEngine, type SpeechPiece } from "./engine.ts";

/** Below what `fetch` waits for an answer to begin, 300 s: a server that takes longer for a minute is of no use. */
const ANSWER_MS = 290_000;
const ANSWER_BYTES = 8 * 1024 ** 2;
/** Answers after which the same request fails again. */
const isFinal = (status: number) => status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status);

/**
 * A server with the transcription call `POST /v1/audio/transcriptions`, which many programs and services have. Its address is the
 * operator's and may be of their own network; it is never redirected elsewhere.
 */
export function serverEngine({ url, key, model }: SpeechConfig & { kind: "server" }): SpeechEngine {
  return {
    async transcribe(piece, signal) {
      const answer = await ask(url, key, await formOf(piece, model), signal);
      const heard = readVerboseAnswer(answer, piece.durationMs);
      if (heard) return heard;
      throw new SpeechProblem("The speech server answered something else than `verbose_json`.", { retryable: false });
    },
  };
}

async function formOf({ path, language }: SpeechPiece, model: string): Promise<FormData> {
  const form = new FormData();
  form.set("file", new Blob([await readFile(path)], { type: "audio/wav" }), "speech.wav");
  form.set("model", model);
  form.set("response_format", "verbose_json");
  form.append("timestamp_granularities[]", "word");
  form.append("timestamp_granularities[]", "segment");
  form.set("temperature", "0");
  if (language !== null) form.set("language", spokenLanguage(language));
  return form;
}

async function ask(url: URL, key: string | null, form: FormData, signal: AbortSignal): Promise<unknown> {
  // As bytes: a form that is still being written when the request is aborted rejects where nothing can catch it.
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "multipart/form-data";
  const body = new Uint8Array(await encoded.arrayBuffer());
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": type,
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    const text = await limitedText(response);
    if (response.ok) return JSON.parse(text);
    // A server's words may hold the key it was sent.
    const words = text.slice(0, 300).replaceAll(key ?? "\0", "…");
    throw new SpeechProblem(`The speech server answered ${response.status}: ${words}`, {
      retryable: !isFinal(response.status) && !(response.status >= 300 && response.status < 400),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SpeechProblem) throw error;
    if (error instanceof SyntaxError)
      throw new SpeechProblem("The speech server answered no JSON.", { retryable: false, cause: error });
    throw new SpeechProblem(`The speech server did not answer: ${reasonOf(error)}`, { retryable: true, cause: error });
  }
}

/** The text of an answer. One that is too large is read to its end and not kept: leaving a body early ends `fetch` with an error of its own. */
async function limitedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes <= ANSWER_BYTES) parts.push(part);
  }
  if (bytes <= ANSWER_BYTES) return Buffer.concat(parts).toString("utf8");
  throw new SpeechProblem("The speech server's answer is larger than 8 MiB.", { retryable: false });
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${ANSWER_MS / 1_000} s`;
  const { cause } = error;
  return cause instanceof Error ? ("code" in cause ? String(cause.code) : cause.message) : error.message;
}
