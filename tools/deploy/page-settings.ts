import { readFileSync } from "node:fs";
import { join } from "node:path";

const pages = join(import.meta.dirname, "../../docs/operations");

/** The settings that a page of docs/operations gives under a heading. @throws Error where it gives none */
export function settingsUnder(page: string, heading: string): Record<string, string> {
  const text = readFileSync(join(pages, page), "utf8");
  const [, section = ""] = text.split(`\n### ${heading}\n`);
  const block = /^```ini\n(.*?)^```$/ms.exec(section.split(/\n##+ /)[0] ?? "")?.[1];
  if (!block) throw new Error(`${page} gives no settings under "${heading}".`);
  return Object.fromEntries(
    block
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

/** The same settings, with a port in each https address that has none. */
export function onPort(settings: Record<string, string>, port: number): Record<string, string> {
  const moved = (value: string) => {
    if (!value.startsWith("https://") || new URL(value).port !== "") return value;
    return `${new URL(value).origin}:${port}`;
  };
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, moved(value)]));
}
