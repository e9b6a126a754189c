import { posix } from "node:path";
import type { SourceFile } from "./repository.ts";

const IMPORT = /import (\w+) from "(\.[^"]+\.module\.css)"/g;

/** Classes that a component takes from a style sheet of its own that does not define them: `file: class`. Such an element has no style. */
export function undefinedClasses(files: readonly SourceFile[]): string[] {
  const sheets = new Map(
    files.filter(({ path }) => path.endsWith(".module.css")).map(({ path, text }) => [path, text]),
  );
  return files
    .filter(({ path }) => /^(apps|packages)\/.*\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(IMPORT)].flatMap(([, name = "", from = ""]) => {
        const sheet = sheets.get(posix.join(posix.dirname(path), from)) ?? "";
        const defined = new Set([...sheet.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, found]) => found));
        const used = [...text.matchAll(new RegExp(`\\b${name}\\["([\\w-]+)"\\]`, "g"))].map(([, found = ""]) => found);
        return [...new Set(used)].filter((one) => !defined.has(one)).map((one) => `${path}: ${one}`);
      }),
    );
}
