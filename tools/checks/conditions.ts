import { isTest, type SourceFile } from "./repository.ts";

const FRAGMENT = /\bsql(?:<[^`]*?>)?`((?:[^`\\]|\\.)*?)`/gs;
const STATEMENT = /\b(?:select|update|insert into|delete from|create|alter|with)\b/i;

/**
 * Conditions in SQL whose `or` is not in brackets. Kysely and templates join conditions by `and` and add no brackets, so
 * that such a condition undoes those beside it: an update meets every row.
 */
export function looseConditions(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => file.path.endsWith(".ts") && !isTest(file))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(FRAGMENT))
        .filter(([, condition = ""]) => !STATEMENT.test(condition) && hasBareOr(condition))
        .map(({ index, 1: condition = "" }) => {
          const line = text.slice(0, index).split("\n").length;
          return `${path}:${line} put brackets around: ${condition.trim().slice(0, 80)}`;
        }),
    );
}

function hasBareOr(condition: string): boolean {
  let depth = 0;
  for (const [part] of condition.matchAll(/[()]|\bor\b/gi)) {
    if (part === "(") depth += 1;
    else if (part === ")") depth -= 1;
    else if (depth === 0) return true;
  }
  return false;
}
