import { Agent, request } from "node:http";
import type { Readable } from "node:stream";

const tus = { "tus-resumable": "1.0.0" };

/** Where and as whom to upload. */
export interface TusTarget {
  /** The address uploads are created at. */
  endpoint: string;
  headers: Record<string, string>;
  /** tus metadata, in plain text. */
  metadata: Record<string, string>;
}

/** One connection that stays open, as a browser's would. */
export function openAgent(cleanUp: AsyncDisposableStack): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  cleanUp.defer(() => agent.destroy());
  return agent;
}

/** Creates an upload; answers its address. */
export async function createUpload(agent: Agent, target: TusTarget, sizeBytes: number): Promise<string> {
  const metadata = Object.entries(target.metadata).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`,
  );
  const headers = {
    ...tus,
    ...target.headers,
    "upload-length": sizeBytes,
    "upload-metadata": metadata.join(","),
    "content-length": 0,
  };
  const { status, location } = await send(agent, "POST", target.endpoint, headers, null);
  if (status !== 201 || !location) throw new Error(`Creating an upload was answered with ${status}.`);
  return new URL(location, target.endpoint).href;
}

/** Sends one piece of an upload; answers when its bytes are acknowledged. */
export async function appendBytes(
  agent: Agent,
  upload: string,
  target: TusTarget,
  offset: number,
  body: Readable | Buffer,
  sizeBytes: number,
): Promise<void> {
  const headers = {
    ...tus,
    ...target.headers,
    "content-type": "application/offset+octet-stream",
    "upload-offset": offset,
    "content-length": sizeBytes,
  };
  const { status } = await send(agent, "PATCH", upload, headers, body);
  if (status !== 204) throw new Error(`Sending bytes from ${offset} on was answered with ${status}.`);
}

function send(
  agent: Agent,
  method: string,
  url: string,
  headers: Record<string, string | number>,
  body: Readable | Buffer | null,
) {
  return new Promise<{ status: number; location: string | undefined }>((done, fail) => {
    const sent = request(url, { method, agent, headers }, (response) => {
      response
        .resume()
        .once("end", () => done({ status: response.statusCode ?? 0, location: response.headers.location }));
    });
    sent.once("error", fail);
    if (body === null || Buffer.isBuffer(body)) sent.end(body ?? undefined);
    else body.once("error", fail).pipe(sent);
  });
}
