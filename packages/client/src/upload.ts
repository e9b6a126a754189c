import { KinoraError, readProblem } from "./problem.ts";
import { waitBefore, type Send } from "./sending.ts";

/** Bytes of one PATCH. */
const CHUNK_BYTES = 8 * 1_048_576;
/** Statuses after which the same bytes can arrive: another connection holds the upload, or the offset is not the server's. */
const RESUMABLE = new Set([409, 423]);

export interface UploadOptions {
  projectId: number;
  /** In Node: `await openAsBlob("video.mp4")`, which reads the file piece by piece. */
  file: Blob;
  /** With its extension, such as video.mp4. */
  filename: string;
  title?: string;
  categoryId?: number;
  tagIds?: readonly number[];
  /** Whether the video is published when it is ready: as the project has it unless said. */
  published?: boolean;
  /** Bytes that the server stored, of all bytes. */
  onProgress?: (stored: number, total: number) => void;
  signal?: AbortSignal;
}

export interface UploadedFile {
  id: string;
  /** The upload's URL. */
  url: string;
}

interface Connection {
  base: string;
  send: Send;
  retries: number;
}

/**
 * Uploads a file by tus 1.0 (https://tus.io/protocols/resumable-upload). After a failure it continues where the server says
 * the bytes end; while the installation is in maintenance it waits.
 * @throws KinoraError when the API refuses the file; TypeError when the network stays away.
 */
export async function uploadFile(connection: Connection, options: UploadOptions): Promise<UploadedFile> {
  const { file, onProgress, signal = new AbortController().signal } = options;
  const url = await create(connection, options, signal);
  let offset = 0;
  for (let failures = 0; offset < file.size;) {
    onProgress?.(offset, file.size);
    try {
      offset = await append(connection, url, file.slice(offset, offset + CHUNK_BYTES), offset, signal);
      failures = 0;
    } catch (problem) {
      const isMaintenance = hasCode(problem, "maintenance");
      if (signal.aborted || (failures >= connection.retries && !isMaintenance) || !isPassing(problem)) throw problem;
      await waitBefore(failures, signal, secondsToWait(problem));
      // Maintenance takes as long as it takes: what is stored is kept, and the upload waits for its end.
      if (!isMaintenance) failures += 1;
      offset = await storedBytes(connection, url, signal);
    }
  }
  onProgress?.(offset, file.size);
  return { id: new URL(url).pathname.split("/").at(-1) ?? "", url };
}

async function create({ base, send }: Connection, options: UploadOptions, signal: AbortSignal): Promise<string> {
  const response = await request(send, `${base}/uploads`, {
    method: "POST",
    headers: { "upload-length": String(options.file.size), "upload-metadata": metadataOf(options) },
    signal,
  });
  const location = response.headers.get("location");
  if (location === null) throw new Error("The API did not say where the upload is.");
  return new URL(location, base).href;
}

async function append(
  { send }: Connection,
  url: string,
  chunk: Blob,
  offset: number,
  signal: AbortSignal,
): Promise<number> {
  const headers = { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" };
  return offsetOf(await request(send, url, { method: "PATCH", headers, body: chunk, signal }));
}

const storedBytes = async ({ send }: Connection, url: string, signal: AbortSignal): Promise<number> =>
  offsetOf(await request(send, url, { method: "HEAD", signal }));

async function request(send: Send, url: string, init: RequestInit): Promise<Response> {
  const given = new Request(url, init);
  given.headers.set("tus-resumable", "1.0.0");
  const response = await send(given);
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  throw readProblem(body, response.status, response.headers);
}

function offsetOf({ headers }: Response): number {
  const offset = Number(headers.get("upload-offset") ?? Number.NaN);
  if (!Number.isSafeInteger(offset)) throw new Error("The API did not say how many bytes it stored.");
  return offset;
}

/** No answer, a failure of the server, or a state that another request can leave. */
function isPassing(problem: unknown): boolean {
  if (typeof problem !== "object" || problem === null || !("status" in problem)) return problem instanceof TypeError;
  const status = Number(problem.status);
  return RESUMABLE.has(status) || status === 429 || status >= 500;
}

const hasCode = (problem: unknown, code: string): boolean => problem instanceof KinoraError && problem.code === code;

/** What the server asked to wait, as the header Retry-After says it. */
const secondsToWait = (problem: unknown): string | null =>
  problem instanceof KinoraError && problem.data.retryAfterSeconds !== null
    ? String(problem.data.retryAfterSeconds)
    : null;

/** Keys with values in base64 of their UTF-8 (tus 1.0, "Upload-Metadata"). */
function metadataOf({ projectId, filename, title, categoryId, tagIds, published }: UploadOptions): string {
  const values: [string, string | undefined][] = [
    ["project_id", String(projectId)],
    ["filename", filename],
    ["title", title],
    ["category_id", categoryId?.toString()],
    ["tag_ids", tagIds?.join(",")],
    ["published", published?.toString()],
  ];
  return values.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${base64(value)}`])).join(",");
}

const base64 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
