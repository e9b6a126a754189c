import { posix } from "node:path";
import type { SourceFile } from "./repository.ts";

const IMPORT = /import (\w+) from "(\.[^"]+\.module\.css)"/g;
const CLASS = /\.([A-Za-z_][\w-]*)/g;

const isSheet = ({ path }: SourceFile): boolean => path.endsWith(".module.css");
const isComponent = ({ path }: SourceFile): boolean => /^(apps|packages)\/.*\.tsx?$/.test(path);
const classesIn = (sheet: string): Set<string> => new Set([...sheet.matchAll(CLASS)].map(([, found = ""]) => found));

/** The style sheets that a component imports: the name each has there, and its path. */
const sheetsOf = ({ path, text }: SourceFile): { name: string; sheet: string }[] =>
  [...text.matchAll(IMPORT)].map(([, name = "", from = ""]) => ({
    name,
    sheet: posix.join(posix.dirname(path), from),
  }));

/** Classes that a component takes from a style sheet of its own that does not define them: `file: class`. Such an element has no style. */
export function undefinedClasses(files: readonly SourceFile[]): string[] {
  const sheets = new Map(files.filter(isSheet).map(({ path, text }) => [path, classesIn(text)]));
  return files.filter(isComponent).flatMap((file) =>
    sheetsOf(file).flatMap(({ name, sheet }) => {
      const used = [...file.text.matchAll(new RegExp(`\\b${name}\\["([\\w-]+)"\\]`, "g"))].map(
        ([, found = ""]) => found,
      );
      return [...new Set(used)].filter((one) => !sheets.get(sheet)?.has(one)).map((one) => `${file.path}: ${one}`);
    }),
  );
}

/** Classes of a style sheet that no component which imports it names: `sheet: class`. Their rules style nothing. */
export function unusedClasses(files: readonly SourceFile[]): string[] {
  const words = new Map<string, Set<string>>();
  for (const file of files.filter(isComponent))
    for (const { sheet } of sheetsOf(file))
      words.set(sheet, new Set([...(words.get(sheet) ?? []), ...(file.text.match(/[\w-]+/g) ?? [])]));
  return files.filter(isSheet).flatMap(({ path, text }) => {
    const own = text.replaceAll(/\/\*.*?\*\/|:global\([^)]*\)|"[^"]*"/gs, "").replaceAll(/\{[^{}]*\}/g, "");
    return [...classesIn(own)].filter((one) => !words.get(path)?.has(one)).map((one) => `${path}: ${one}`);
  });
}
