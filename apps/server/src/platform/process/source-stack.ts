import { existsSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, resolve } from "node:path";

/** A place of a stack trace in a JavaScript file. */
const PLACE = /(?:file:\/\/)?(\/[^\s()]+\.js):(\d+):(\d+)/g;
/** Errors come in bursts; between them nobody needs the maps, which are larger than the code. */
const KEPT_MS = 60_000;

const maps = new Map<string, SourceMap | null>();

/**
 * A stack trace that names sources, lines and columns of the sources in place of those of a build whose source maps lie beside it.
 * Node's own flag for this (--enable-source-maps) reads every map at the start and keeps it: 15 MB in each process.
 */
export function sourceStack(stack: string): string {
  return stack.replaceAll(PLACE, (place, file: string, line: string, column: string) => {
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
    if (!origin || !("fileName" in origin)) return place;
    return `${resolve(dirname(file), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  if (maps.size === 0) setTimeout(() => maps.clear(), KEPT_MS).unref();
  const read = readMap(`${file}.map`);
  maps.set(file, read);
  return read;
}

function readMap(file: string): SourceMap | null {
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, "utf8")) as SourceMapPayload) : null;
}
