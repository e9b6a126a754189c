import { createHmac } from "node:crypto";
import type { Config } from "../config.ts";
import type { Secrets } from "../secrets/secrets.ts";

/** Client credentials of a cell's API host at the login application (OpenID Connect Core 1.0 §9, client_secret_basic). */
export interface CellClient {
  cell: string;
  /** The API host's public URL. */
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

/** The client of one cell; its secret follows from the installation's, so nothing has to be registered by hand. */
export function cellClient(secrets: Pick<Secrets, "oidcClientSecret">, cell: string, apiUrl: string): CellClient {
  return {
    cell,
    apiUrl,
    clientId: `api-${cell}`,
    clientSecret: createHmac("sha256", secrets.oidcClientSecret).update(cell).digest("base64url"),
    redirectUri: `${apiUrl}/session/callback`,
  };
}

/** Where the login application's OpenID Connect provider is found. */
export const issuerUrl = (config: Pick<Config, "urls">): string => `${config.urls.login}/oidc`;
