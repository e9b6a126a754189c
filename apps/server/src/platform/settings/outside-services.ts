import { ConfigError, type Environment } from "./setting.ts";

export interface S3Config {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export function readUpdateUrl(text: string | undefined): URL | null {
  if (!text) return null;
  const parsed = URL.canParse(text) ? new URL(text) : null;
  // What is asked for is printed.
  if (parsed && /^(https?|file):$/.test(parsed.protocol) && parsed.username === "") return parsed;
  throw new ConfigError(
    "KINORA_UPDATE_URL must be an http, https or file address without a name and password, such as https://releases.example.com/kinora.json or file:///srv/releases.",
  );
}

export function readRedisUrl(text: string | undefined): string | null {
  if (!text) return null;
  if (URL.canParse(text) && /^rediss?:/.test(text)) return text;
  throw new ConfigError(
    "REDIS_URL must be a redis or rediss address, such as redis://name:password@redis.example.com:6379/0.",
  );
}

export function readLogUrl(text: string | undefined): URL | null {
  if (!text) return null;
  if (URL.canParse(text) && /^https?:/.test(text)) {
    const url = new URL(text);
    if (isPercentEncoded(url.username) && isPercentEncoded(url.password)) return url;
    throw new ConfigError("The name and the password in LOG_URL must be percent-encoded: write % as %25.");
  }
  throw new ConfigError("LOG_URL must be an http or https address, such as https://logs.example.com/kinora.");
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export function readS3(env: Environment): S3Config | null {
  const endpoint = env["S3_ENDPOINT"];
  if (!endpoint) return null;
  const need = (name: string) => {
    const value = env[name];
    if (!value) throw new ConfigError(`${name} is needed when S3_ENDPOINT is set.`);
    return value;
  };
  return {
    endpoint,
    bucket: need("S3_BUCKET"),
    region: env["S3_REGION"] || "us-east-1",
    accessKeyId: need("S3_ACCESS_KEY_ID"),
    secretAccessKey: need("S3_SECRET_ACCESS_KEY"),
  };
}
