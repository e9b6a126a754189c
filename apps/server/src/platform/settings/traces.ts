import { addressRanges, ConfigError, positiveInteger, type Environment } from "./setting.ts";

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
const PROTOCOLS = ["http/protobuf", "http/json"] as const;

/** Where traces are sent, and which; the variables are those of the OpenTelemetry specification. */
export interface TracesConfig {
  /** Takes the POST requests of OTLP over HTTP. */
  url: string;
  protocol: (typeof PROTOCOLS)[number];
  /** Sent with each of them; may hold keys. */
  headers: Readonly<Record<string, string>>;
  sampler: (typeof SAMPLERS)[number];
  /** The share of traces that the samplers by ratio keep, from 0 to 1. */
  ratio: number;
  /** Null: `kinora-` and the role. */
  serviceName: string | null;
  /** What the operator says of the installation, as its environment. */
  resource: Readonly<Record<string, string>>;
  /** Milliseconds between two requests. */
  delayMs: number;
  /** Spans of a process that wait to be sent; what comes beyond is dropped. */
  waitingMax: number;
  /** Addresses and ranges of callers whose `traceparent` is continued. */
  callers: readonly string[];
}

/** Reads where traces go; null where they are off. @throws ConfigError */
export function readTraces(env: Environment): TracesConfig | null {
  const url = endpoint(env);
  if (url === null || env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true" || env["OTEL_TRACES_EXPORTER"] === "none")
    return null;
  const protocol = env["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] || env["OTEL_EXPORTER_OTLP_PROTOCOL"];
  return {
    url,
    protocol: oneOf("OTEL_EXPORTER_OTLP_PROTOCOL", PROTOCOLS, protocol, "http/protobuf"),
    headers: {
      ...pairs(env, "OTEL_EXPORTER_OTLP_HEADERS"),
      ...pairs(env, "OTEL_EXPORTER_OTLP_TRACES_HEADERS"),
    },
    sampler: oneOf("OTEL_TRACES_SAMPLER", SAMPLERS, env["OTEL_TRACES_SAMPLER"], "parentbased_always_on"),
    ratio: ratio(env["OTEL_TRACES_SAMPLER_ARG"]),
    serviceName: env["OTEL_SERVICE_NAME"] || null,
    resource: pairs(env, "OTEL_RESOURCE_ATTRIBUTES"),
    delayMs: positiveInteger(env, "OTEL_BSP_SCHEDULE_DELAY", 5_000),
    waitingMax: positiveInteger(env, "OTEL_BSP_MAX_QUEUE_SIZE", 2_048),
    callers: addressRanges(env, "KINORA_TRACE_CALLERS"),
  };
}

/** The specification's rule: a signal's own address is used as it is, the common one gets the signal's path. */
function endpoint(env: Environment): string | null {
  for (const [name, path] of [
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", ""],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "v1/traces"],
  ] as const) {
    const text = env[name];
    if (!text) continue;
    if (!URL.canParse(text) || !/^https?:/.test(text))
      throw new ConfigError(`${name} must be an http or https address, such as http://localhost:4318, not "${text}".`);
    return path === "" ? text : `${text.replace(/\/$/, "")}/${path}`;
  }
  return null;
}

function oneOf<Value extends string>(
  name: string,
  values: readonly Value[],
  text: string | undefined,
  fallback: Value,
): Value {
  if (!text) return fallback;
  const found = values.find((value) => value === text);
  if (found) return found;
  throw new ConfigError(`${name} must be one of ${values.join(", ")}, not "${text}".`);
}

function ratio(text: string | undefined): number {
  if (!text) return 1;
  const value = Number(text);
  if (value >= 0 && value <= 1) return value;
  throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}".`);
}

/** A list as the specification writes it: `name=value,name=value`, percent-encoded. Its values may be keys: no error shows them. */
function pairs(env: Environment, name: string): Record<string, string> {
  const entries = (env[name] ?? "").split(",").filter((entry) => entry.trim() !== "");
  return Object.fromEntries(
    entries.map((entry) => {
      const [, key, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(entry) ?? [];
      try {
        if (key && value !== undefined) return [decodeURIComponent(key), decodeURIComponent(value)];
      } catch (error) {
        if (!(error instanceof URIError)) throw error;
      }
      throw new ConfigError(`${name} must look like name=value,name=value, with % written as %25.`);
    }),
  );
}
