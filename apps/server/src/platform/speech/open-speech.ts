import type { SpeechConfig } from "../settings/speech.ts";
import type { SpeechEngine } from "./engine.ts";

/** The engine that the operator chose; null where captions by machine are off. Its code is loaded with the first piece. */
export function openSpeech(config: SpeechConfig | null): SpeechEngine | null {
  if (config === null) return null;
  let opened: Promise<SpeechEngine> | null = null;
  return { transcribe: async (piece, signal) => (await (opened ??= load(config))).transcribe(piece, signal) };
}

async function load(config: SpeechConfig): Promise<SpeechEngine> {
  if (config.kind === "server") return (await import("./server-engine.ts")).serverEngine(config);
  return (await import("./model-engine.ts")).modelEngine(config);
}
