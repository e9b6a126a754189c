import { randomId } from "./random-id.ts";

/** The page's consent dialog answers within this time, or there is no consent string. */
const PATIENCE_MS = 300;

/**
 * The viewer's TCF 2 consent string: of `?consent=` in the embed's URL, or of the consent platform of the page around, which is
 * asked by postMessage (IAB TCF, "Using postMessage"). Empty when there is none.
 */
export async function readConsent(): Promise<string> {
  const given = new URLSearchParams(location.search).get("consent");
  if (given !== null) return given.slice(0, 4_000);
  const frame = findPlatform();
  if (!frame) return "";
  const callId = randomId();
  const { promise, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve(""), PATIENCE_MS);
  const onMessage = ({ source, data }: MessageEvent<unknown>) => {
    const answer = source === frame ? readAnswer(data, callId) : null;
    if (answer !== null) resolve(answer);
  };
  addEventListener("message", onMessage);
  frame.postMessage({ __tcfapiCall: { command: "getTCData", version: 2, callId } }, "*");
  const consent = await promise;
  clearTimeout(timer);
  removeEventListener("message", onMessage);
  return consent;
}

/** The nearest window around with a frame named `__tcfapiLocator`. */
function findPlatform(): Window | null {
  for (let frame: Window = window; frame !== frame.parent;) {
    frame = frame.parent;
    try {
      if ("__tcfapiLocator" in frame.frames) return frame;
    } catch {
      // Windows of other origins answer only for their named frames.
    }
  }
  return null;
}

function readAnswer(data: unknown, callId: string): string | null {
  const answer = property(parsed(data), "__tcfapiReturn");
  if (property(answer, "callId") !== callId) return null;
  const consent = property(property(answer, "returnValue"), "tcString");
  return typeof consent === "string" ? consent.slice(0, 4_000) : "";
}

/** Some platforms answer with JSON. */
function parsed(data: unknown): unknown {
  if (typeof data !== "string" || data.length > 20_000) return data;
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return null;
  }
}

const property = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
