import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { loadChunk } from "./chunks.ts";
import { addTexts } from "./i18n.ts";

/** Texts that come with code, by the name components ask for them. */
export type LaterTexts = Readonly<Record<string, () => Promise<object>>>;

/** Loads code together with the texts it shows. */
export async function withTexts<Code>(load: () => Promise<Code>, texts: LaterTexts): Promise<Code> {
  const adding = Object.entries(texts).map(async ([room, read]) => addTexts(room, await read()));
  const [code] = await Promise.all([load(), ...adding]);
  return code;
}

/** A part that comes later; `prepare` fetches it before it is shown, for someone who is about to ask for it. */
export type LazyPart<Props> = LazyExoticComponent<ComponentType<Props>> & { prepare: () => void };

/** A part of a page whose code and texts are loaded when it is first shown. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  texts: LaterTexts = {},
): LazyPart<Props> {
  const part = lazy(() => loadChunk(async () => ({ default: await withTexts(load, texts) })));
  // A failed load shows when the part is asked for, not when a pointer passes by.
  return Object.assign(part, { prepare: () => void withTexts(load, texts).catch(() => {}) });
}
