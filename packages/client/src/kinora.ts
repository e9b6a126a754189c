import { contract, type Contract } from "@kinora/contract/contract.ts";
import { createORPCClient } from "@orpc/client";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { readProblem } from "./problem.ts";
import { sendPatiently } from "./sending.ts";
import { uploadFile, type UploadedFile, type UploadOptions } from "./upload.ts";

export { KinoraError } from "./problem.ts";
export type { UploadedFile, UploadOptions } from "./upload.ts";

export interface KinoraOptions {
  /** The API's address, such as https://api.example.com. */
  url: string;
  /** The secret of an API key. */
  key: string;
  /** How often a request that got no answer, or the answer to come later (429, 503), is repeated: 2 unless said. */
  retries?: number;
  /** What sends requests: the global `fetch` unless said. */
  fetch?: (request: Request) => Promise<Response>;
}

/** Every operation of the API, by its tag in camel case, and the upload of files. */
export type Kinora = JsonifiedClient<ContractRouterClient<Contract>> & {
  /** Uploads a file as a new video. @throws KinoraError */
  upload(options: UploadOptions): Promise<UploadedFile>;
};

/**
 * The API of an installation, for one API key. Requests that create something carry an Idempotency-Key, so that repeating
 * them creates nothing twice. What is refused or fails throws a `KinoraError`.
 */
export function createKinora({ url, key, retries = 2, fetch = globalThis.fetch }: KinoraOptions): Kinora {
  const base = url.replace(/\/+$/, "");
  const send = sendPatiently({ key, retries, fetch: (request) => fetch(request) });
  const link = new OpenAPILink(contract, {
    url: base,
    fetch: (request) => send(request),
    customErrorResponseBodyDecoder: (body, { status, headers }) => readProblem(body, status, headers),
  });
  const operations: JsonifiedClient<ContractRouterClient<Contract>> = createORPCClient(link);
  const upload = (options: UploadOptions) => uploadFile({ base, send, retries }, options);
  // The operations are a proxy, which answers to every name: the upload is found before it.
  const get = (target: object, name: string | symbol): unknown =>
    name === "upload" ? upload : Reflect.get(target, name);
  return new Proxy(operations, { get }) as Kinora;
}
