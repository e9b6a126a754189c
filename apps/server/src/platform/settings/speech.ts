import { isAbsolute } from "node:path";
import { ConfigError, type Environment } from "./setting.ts";

/** What recognises speech: a server, or an engine within the worker with a folder of the operator's. */
export type SpeechConfig =
  | {
      kind: "server";
      /** Takes the transcription call. */
      url: URL;
      /** Sent as a bearer token. */
      key: string | null;
      model: string;
    }
  | { kind: "model"; folder: string };

/** The name that the call's inventors gave their model; most servers accept it for the one they have. */
const USUAL_MODEL = "whisper-1";
const CALL = "/v1/audio/transcriptions";

/** What is used, for the operator: a model and where it is. */
export const speechName = (config: SpeechConfig): string =>
  config.kind === "model" ? `the model in ${config.folder}` : `${config.model} at ${config.url.href}`;

/** Reads what recognises speech; null where captions by machine are off. @throws ConfigError */
export function readSpeech(env: Environment): SpeechConfig | null {
  const { KINORA_SPEECH_URL: address, KINORA_SPEECH_KEY: key, KINORA_SPEECH_MODEL: model } = env;
  if (address) return { kind: "server", url: callOf(address), key: readKey(key), model: model || USUAL_MODEL };
  if (key) throw new ConfigError("KINORA_SPEECH_KEY needs the address of a speech server in KINORA_SPEECH_URL.");
  if (!model) return null;
  if (isAbsolute(model)) return { kind: "model", folder: model };
  throw new ConfigError(
    `KINORA_SPEECH_MODEL must be the absolute path of a folder with a model, unless KINORA_SPEECH_URL is set, not "${model}".`,
  );
}

/** The address may be that of the server, of its first version, or of the call itself. */
function callOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new ConfigError(
      "KINORA_SPEECH_URL must be an http or https address without a name and password, such as http://localhost:8000. A key belongs into KINORA_SPEECH_KEY.",
    );
  const path = url.pathname.replace(/\/+$/, "");
  if (path.endsWith("/audio/transcriptions")) url.pathname = path;
  else if (path.endsWith("/v1")) url.pathname = `${path}${CALL.slice("/v1".length)}`;
  else url.pathname = `${path}${CALL}`;
  return url;
}

function readKey(key: string | undefined): string | null {
  if (!key) return null;
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new ConfigError("KINORA_SPEECH_KEY must be of letters, digits and signs without blanks.");
}
