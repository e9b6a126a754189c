import { createHash, randomBytes } from "node:crypto";
import { request as httpRequest, type ClientRequest, type IncomingMessage } from "node:http";
import cors from "@fastify/cors";
import { freePort } from "@kinora/db/free-port.ts";
import { insertRow } from "@kinora/db/testing-rows.ts";
import type { FastifyInstance } from "fastify";
import type { Services } from "../context.ts";
import { createHttpServer } from "../platform/http/http.ts";
import { requestTracing } from "../platform/http/traced-requests.ts";
import { xsrfToken } from "../platform/http/xsrf.ts";
import { apiKeyHash } from "../platform/secrets/api-key-secret.ts";
import type { TestProject } from "../platform/testing.ts";
import { startApiSession } from "../session/api-session.ts";
import { findCaller } from "../session/caller.ts";
import { apiSessionCookie } from "../session/session-cookie.ts";
import { serveUploads } from "../uploads/tus/tus.ts";

export type Headers = Record<string, string>;

export interface UploadServer {
  url: string;
  services: Services;
  close(): Promise<void>;
}

/** An API server with the upload routes only, on its own port. */
export async function uploadServer(shared: Services): Promise<UploadServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const services = { ...shared, config: { ...shared.config, urls: { ...shared.config.urls, api: url } } };
  const app: FastifyInstance = createHttpServer({
    ...services,
    ...requestTracing(services),
    name: "api",
    checks: {},
    requestTimeoutMs: 0,
  });
  await app.register(cors, { origin: [new URL(services.config.urls.console).origin], credentials: true });
  await serveUploads(app, services, findCaller);
  await app.listen({ port, host: "127.0.0.1" });
  return { url, services, close: () => app.close() };
}

/** Request headers of an API key. */
export async function keyHeaders({ db }: Services, project: TestProject, scopes: string[]): Promise<Headers> {
  const key = `vk_live_${randomBytes(24).toString("base64url")}`;
  await insertRow(db, "api_keys", {
    project_id: project.projectId,
    account_id: project.accountId,
    name: "Test",
    prefix: key.slice(0, 12),
    key_hash: apiKeyHash(key),
    scopes,
  });
  return { authorization: `Bearer ${key}` };
}

/** Request headers of a signed-in person, as sent by the console. */
export async function sessionHeaders(services: Services, userId: number): Promise<Headers> {
  const loginSessionId = randomBytes(32);
  const expiresAt = new Date(Date.now() + 3_600_000);
  const session = await services.db.transaction().execute(async (tx) => {
    await insertRow(tx, "login_sessions", {
      id: loginSessionId,
      user_id: userId,
      ip: null,
      user_agent: null,
      expires_at: expiresAt,
    });
    return startApiSession(services, tx, { userId, loginSessionId }, undefined);
  });
  if (!session) throw new Error("The session did not start.");
  const sent = apiSessionCookie(services.config, session.value).split(";")[0] ?? "";
  return { cookie: sent, "x-xsrf-token": xsrfToken(services.secrets, session.id) };
}

export const metadata = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(String(value)).toString("base64")}`)
    .join(",");

/** Creates an upload and returns fetch's response. */
export function create(
  server: UploadServer,
  headers: Headers,
  size: number,
  values: Record<string, string | number>,
): Promise<Response> {
  return fetch(`${server.url}/uploads`, {
    method: "POST",
    headers: {
      ...headers,
      "tus-resumable": "1.0.0",
      "upload-length": String(size),
      "upload-metadata": metadata(values),
    },
  });
}

/** Creates an upload and returns its id. */
export async function created(
  server: UploadServer,
  headers: Headers,
  size: number,
  values: Record<string, string | number>,
): Promise<string> {
  const response = await create(server, headers, size, values);
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  return response.headers.get("location")?.split("/").at(-1) ?? "";
}

export function patch(
  server: UploadServer,
  headers: Headers,
  id: string,
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return fetch(`${server.url}/uploads/${id}`, {
    method: "PATCH",
    headers: {
      "tus-resumable": "1.0.0",
      "content-type": "application/offset+octet-stream",
      "upload-offset": String(offset),
      ...headers,
    },
    body: bytes,
  });
}

export function head(server: UploadServer, headers: Headers, id: string): Promise<Response> {
  return fetch(`${server.url}/uploads/${id}`, { method: "HEAD", headers: { ...headers, "tus-resumable": "1.0.0" } });
}

/** A PATCH whose body is sent in pieces, so that a test can stop in the middle. */
export function slowPatch(
  server: UploadServer,
  headers: Headers,
  id: string,
  offset: number,
  length: number,
): { request: ClientRequest; answer: Promise<IncomingMessage | null> } {
  const request = httpRequest(`${server.url}/uploads/${id}`, {
    method: "PATCH",
    headers: {
      ...headers,
      "tus-resumable": "1.0.0",
      "content-type": "application/offset+octet-stream",
      "upload-offset": String(offset),
      "content-length": String(length),
    },
  });
  const answer = new Promise<IncomingMessage | null>((resolve) => {
    request.on("response", (response) => {
      response.resume();
      resolve(response);
    });
    request.on("error", () => resolve(null));
  });
  return { request, answer };
}

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
