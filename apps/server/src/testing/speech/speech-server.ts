import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** One call of `POST /v1/audio/transcriptions` as it arrived. */
export interface TranscriptionCall {
  path: string;
  authorization: string | undefined;
  /** Each field with its values, without the file. */
  fields: Record<string, string[]>;
  /** WAV, 16 bit, mono, 16 kHz. */
  sound: Buffer;
  /** Length of the sound. */
  seconds: number;
}

export interface SpeechAnswer {
  status?: number;
  body: unknown;
}

export interface SpeechServer {
  url: string;
  calls: TranscriptionCall[];
  answer: (call: TranscriptionCall, signal: AbortSignal) => SpeechAnswer | Promise<SpeechAnswer>;
  close(): Promise<void>;
}

const WAV_HEADER_BYTES = 44;
const BYTES_PER_SECOND = 32_000;

/** A server with the transcription call, at a loopback port of the test's own; what it answers is the test's. */
export async function startSpeechServer(answer: SpeechServer["answer"]): Promise<SpeechServer> {
  const server = createServer((request, response) => {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const respond = async () => {
      const call = readCall(request.url ?? "", request.headers, await buffer(request));
      speech.calls.push(call);
      const { status = 200, body } = await speech.answer(call, gone.signal);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    respond().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const speech: SpeechServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    answer,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return speech;
}

/** Reads a form with a file (RFC 7578). */
function readCall(
  path: string,
  headers: { "content-type"?: string | undefined; authorization?: string | undefined },
  body: Buffer,
): TranscriptionCall {
  const boundary = /boundary=(.+)$/.exec(headers["content-type"] ?? "")?.[1] ?? "";
  const fields: Record<string, string[]> = {};
  let sound = Buffer.alloc(0);
  for (const part of body.toString("latin1").split(`--${boundary}`)) {
    const [, head = "", content = ""] = /^\r\n(.*?)\r\n\r\n(.*)\r\n$/s.exec(part) ?? [];
    const name = / name="([^"]*)"/.exec(head)?.[1];
    if (name === undefined) continue;
    if (head.includes("filename=")) sound = Buffer.from(content, "latin1");
    else (fields[name] ??= []).push(Buffer.from(content, "latin1").toString("utf8"));
  }
  const seconds = Math.max(0, sound.length - WAV_HEADER_BYTES) / BYTES_PER_SECOND;
  return { path, authorization: headers.authorization, fields, sound, seconds };
}
