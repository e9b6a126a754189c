import { ConfigError, type Environment } from "./setting.ts";

/** Relays for browsers on networks that let no UDP through. */
export interface TurnConfig {
  /** `turn:`, `turns:`, `stun:` and `stuns:` (RFC 7064, RFC 7065). */
  urls: readonly string[];
  /** Shared with the relays, for passwords that end. */
  secret: string;
}

const ADDRESS =
  /^(?:turns?:(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?|stuns?:(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?)$/i;
const SHORTEST_SECRET = 16;

/** @throws ConfigError */
export function readTurn(env: Environment): TurnConfig | null {
  const text = env["KINORA_TURN_URL"] ?? "";
  const urls = text.split(",").flatMap((one) => one.trim() || []);
  const secret = env["KINORA_TURN_SECRET"] ?? "";
  if (urls.length === 0) {
    if (secret !== "") throw new ConfigError("KINORA_TURN_SECRET needs the address of a relay in KINORA_TURN_URL.");
    return null;
  }
  if (!urls.every((url) => ADDRESS.test(url)))
    throw new ConfigError(
      `KINORA_TURN_URL must be addresses such as turn:turn.example.com:3478,turns:turn.example.com:443?transport=tcp, not "${text}".`,
    );
  if (urls.some((url) => /^turn/i.test(url)) && secret.length < SHORTEST_SECRET)
    throw new ConfigError(
      `KINORA_TURN_SECRET must be the secret of the relay (coturn's static-auth-secret), of ${SHORTEST_SECRET} characters or more.`,
    );
  return { urls, secret };
}
