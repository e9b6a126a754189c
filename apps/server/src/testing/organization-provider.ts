import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider, type Adapter, type AdapterPayload, type Configuration } from "oidc-provider";

/** Who signs in at an organization's provider in a test. */
interface OrganizationPerson {
  sub: string;
  email: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

export interface Organization {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who signs in next, without a form, and with which methods (RFC 8176). */
  person: OrganizationPerson;
  methods: string[];
  /** The redirect URIs of its client; the provider reads them at each sign-in. */
  redirectUris: string[];
  /** Further clients, with the same secret. */
  others: OrganizationClient[];
  /** Where it says to each client that it ended a session (OpenID Connect Back-Channel Logout 1.0), by the client's id. */
  logoutUris: Record<string, string>;
  /** What clients answered to that, in order; null for 200. */
  logoutAnswers: (string | null)[];
  /** The key of its signatures. */
  privateKey: KeyObject;
  stop(): Promise<void>;
}

interface OrganizationClient {
  clientId: string;
  redirectUris: string[];
}

/** A client as `oidc-provider` reads it from its storage at each request. */
const clientOf = (
  { clientSecret, logoutUris }: Organization,
  { clientId, redirectUris }: OrganizationClient,
): AdapterPayload => ({
  client_id: clientId,
  client_secret: clientSecret,
  redirect_uris: redirectUris,
  ...(logoutUris[clientId]
    ? { backchannel_logout_uri: logoutUris[clientId], backchannel_logout_session_required: true }
    : {}),
  response_types: ["code"],
  grant_types: ["authorization_code"],
  token_endpoint_auth_method: "client_secret_basic",
  id_token_signed_response_alg: "ES256",
});

/** Keeps what the provider stores in memory. */
class Memory implements Adapter {
  static readonly rows = new Map<string, AdapterPayload>();
  readonly #model: string;
  readonly #organization: Organization;

  constructor(model: string, organization: Organization) {
    this.#model = model;
    this.#organization = organization;
  }

  #key(id: string): string {
    return `${this.#organization.issuer} ${this.#model} ${id}`;
  }

  upsert(id: string, payload: AdapterPayload): Promise<void> {
    Memory.rows.set(this.#key(id), payload);
    return Promise.resolve();
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    const clients = [this.#organization, ...this.#organization.others];
    const client = this.#model === "Client" ? clients.find(({ clientId }) => clientId === id) : undefined;
    return Promise.resolve(client ? clientOf(this.#organization, client) : Memory.rows.get(this.#key(id)));
  }

  findByUid(uid: string) {
    return Promise.resolve([...Memory.rows.values()].find((row) => row.uid === uid));
  }

  findByUserCode() {
    return Promise.resolve(undefined);
  }

  consume(id: string): Promise<void> {
    const row = Memory.rows.get(this.#key(id));
    if (row) row.consumed = Math.floor(Date.now() / 1_000);
    return Promise.resolve();
  }

  destroy(id: string): Promise<void> {
    Memory.rows.delete(this.#key(id));
    return Promise.resolve();
  }

  revokeByGrantId(): Promise<void> {
    return Promise.resolve();
  }
}

function configurationOf(organization: Organization, { emailInToken }: { emailInToken: boolean }): Configuration {
  const { privateKey } = organization;
  return {
    adapter: (model: string) => new Memory(model, organization),
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256" }] } as NonNullable<
      Configuration["jwks"]
    >,
    cookies: { keys: ["organization"] },
    claims: { openid: ["sub", "amr"], email: ["email", "email_verified"], profile: ["given_name", "family_name"] },
    scopes: ["openid", "email", "profile"],
    conformIdTokenClaims: !emailInToken,
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    // Its own asks no address on this machine, and gives up after 2.5 s.
    fetch: (url, { method, headers, body } = {}) =>
      fetch(url, { method: method ?? "GET", headers: headers ?? {}, body: body ?? null, redirect: "manual" }),
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 600, IdToken: 300, Interaction: 600, Session: 600 },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => Promise.resolve({ ...organization.person, sub, ...amrOf(organization) }),
    }),
    async loadExistingGrant({ oidc }) {
      const { client, session, provider } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
}

const amrOf = ({ methods }: Organization) => (methods.length > 0 ? { amr: methods } : {});

/**
 * An organization's own OpenID Connect provider on loopback: the real `oidc-provider`, which signs in whom the test says.
 * `emailInToken` off keeps the email for its userinfo endpoint; with `keepsSessions` a browser that is signed in there is not asked again.
 */
export async function startOrganization({
  emailInToken = true,
  host = "localhost",
  keepsSessions = false,
} = {}): Promise<Organization> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, done));
  const organization: Organization = {
    issuer: `http://${host}:${(server.address() as AddressInfo).port}`,
    clientId: "kinora",
    clientSecret: "a secret of the organization's provider",
    person: { sub: "1", email: "nobody@example.com", email_verified: true },
    methods: [],
    redirectUris: [],
    others: [],
    logoutUris: {},
    logoutAnswers: [],
    privateKey: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  const provider = new Provider(organization.issuer, configurationOf(organization, { emailInToken }));
  provider.on("backchannel.success", () => organization.logoutAnswers.push(null));
  provider.on("backchannel.error", (_ctx, error) => organization.logoutAnswers.push(error.message));
  const handle = provider.callback();
  server.on("request", (request, response) => {
    const isInteraction = request.url?.startsWith("/interaction/") ?? false;
    // Whoever was signed in before: each sign-in is that of the person of the moment.
    if (!keepsSessions && request.url?.startsWith("/auth?")) request.headers.cookie = "";
    const done = isInteraction ? continueSignIn(organization, provider, request, response) : handle(request, response);
    done.catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  return organization;
}

async function continueSignIn(
  { person, methods }: Organization,
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const next = await provider.interactionResult(request, response, {
    login: { accountId: person.sub, remember: false, ...(methods.length > 0 ? { amr: methods } : {}) },
  });
  response.writeHead(303, { location: next }).end();
}
