import { LOOPBACK, parseRange } from "../http/client-address.ts";

/** Thrown for a setting that cannot be used; the message is one sentence for the operator. */
export class ConfigError extends Error {}

/** The variables of a process, as `process.env` has them. */
export type Environment = Record<string, string | undefined>;

/** A whole number above 0. @throws ConfigError */
export function positiveInteger(env: Environment, name: string, fallback: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new ConfigError(`${name} must be a whole number above 0, not "${text}".`);
  return value;
}

/** A number above 0; null where it is unset. @throws ConfigError */
export function positiveNumber(env: Environment, name: string): number | null {
  const text = env[name];
  if (!text) return null;
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new ConfigError(`${name} must be a number above 0, not "${text}".`);
  return value;
}

/** A TCP or UDP port. @throws ConfigError */
export function port(env: Environment, name: string, fallback: number): number {
  const value = positiveInteger(env, name, fallback);
  if (value > 65_500) throw new ConfigError(`${name} must be a port between 1 and 65500, not "${value}".`);
  return value;
}

/** Addresses and ranges of networks; `loopback` where it is unset, and none for `none`. @throws ConfigError */
export function addressRanges(env: Environment, name: string): readonly string[] {
  const text = env[name]?.trim();
  if (!text) return LOOPBACK;
  if (text === "none") return [];
  return text.split(",").flatMap((entry) => {
    const range = entry.trim();
    if (range === "loopback") return LOOPBACK;
    if (parseRange(range)) return [range];
    throw new ConfigError(
      `${name} must list addresses and ranges such as 10.0.0.0/8,2001:db8::7, or be none, not "${range}".`,
    );
  });
}

/** A full URL without a slash at its end. @throws ConfigError */
export function url(env: Environment, name: string, fallback: string): string {
  const text = env[name] || fallback;
  try {
    return new URL(text).href.replace(/\/+$/, "");
  } catch {
    throw new ConfigError(`${name} must be a full URL such as ${fallback}, not "${text}".`);
  }
}
