import { createHmac, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A provider that follows the protocol but for what a test makes it say. */
export interface ForgingProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Claims of the ID token that replace the right ones. */
  claims: Record<string, unknown>;
  /** Parameters of the answer that replace the right ones; null leaves one out. */
  answer: Record<string, string | null>;
  signing: "right" | "none" | "secret" | "foreign key";
  /** Replaces fields of its configuration. */
  metadata: Record<string, unknown>;
  /** What it answers in place of everything else. */
  garbage: { path: string; status: number; type: string; body: string } | null;
  stop(): Promise<void>;
}

/** Starts a provider on loopback that signs in without a form. */
export async function startForgingProvider(): Promise<ForgingProvider> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, done));
  const provider: ForgingProvider = {
    issuer: `http://localhost:${(server.address() as AddressInfo).port}`,
    clientId: "kinora",
    clientSecret: "a secret of the forging provider",
    claims: {},
    answer: {},
    signing: "right",
    metadata: {},
    garbage: null,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  const pages = pagesOf(provider);
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", provider.issuer);
    const { garbage } = provider;
    if (garbage && url.pathname === garbage.path) {
      response.writeHead(garbage.status, { "content-type": garbage.type }).end(garbage.body);
      return;
    }
    const page = pages[url.pathname];
    if (page) page(url, request, response);
    else response.writeHead(404).end();
  });
  return provider;
}

type Page = (url: URL, request: IncomingMessage, response: ServerResponse) => void;

function pagesOf(provider: ForgingProvider): Record<string, Page> {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const foreign = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const nonces = new Map<string, string>();
  const json = (response: ServerResponse, body: unknown) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  const token = (claims: Record<string, unknown>): string => {
    const { signing, clientSecret } = provider;
    const alg = { right: "ES256", none: "none", secret: "HS256", "foreign key": "ES256" }[signing];
    const signed = `${part({ alg, kid: "1" })}.${part(claims)}`;
    if (signing === "none") return `${signed}.`;
    if (signing === "secret")
      return `${signed}.${createHmac("sha256", clientSecret).update(signed).digest("base64url")}`;
    const key = (signing === "right" ? keys : foreign).privateKey;
    return `${signed}.${sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
  };
  return {
    "/.well-known/openid-configuration": (_url, _request, response) =>
      json(response, {
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["ES256", "HS256", "none"],
        authorization_response_iss_parameter_supported: true,
        ...provider.metadata,
      }),
    "/keys": (_url, _request, response) =>
      json(response, { keys: [{ ...keys.publicKey.export({ format: "jwk" }), kid: "1", use: "sig", alg: "ES256" }] }),
    "/authorize": ({ searchParams: asked }, _request, response) => {
      const code = randomBytes(16).toString("hex");
      nonces.set(code, asked.get("nonce") ?? "");
      const back = new URL(asked.get("redirect_uri") ?? "");
      const answer = { code, state: asked.get("state"), iss: provider.issuer, ...provider.answer };
      for (const [name, value] of Object.entries(answer)) if (value !== null) back.searchParams.set(name, value);
      response.writeHead(303, { location: back.href }).end();
    },
    "/token": (_url, request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const form = new URLSearchParams(Buffer.concat(chunks).toString());
        const now = Math.floor(Date.now() / 1_000);
        const right = { iss: provider.issuer, aud: provider.clientId, iat: now, exp: now + 300, email_verified: true };
        const claims = { ...right, nonce: nonces.get(form.get("code") ?? ""), ...provider.claims };
        json(response, {
          access_token: randomBytes(16).toString("hex"),
          token_type: "Bearer",
          id_token: token(claims),
        });
      });
    },
  };
}
