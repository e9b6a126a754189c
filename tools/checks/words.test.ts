import { expect, test } from "vitest";
import { repositoryFiles, type SourceFile } from "./repository.ts";
import { holdsWords, textsIn, wordRules, wrongWords } from "./words.ts";

const planted = (path: string, text: string): SourceFile => ({ path, text, lines: text.split("\n") });
const files = repositoryFiles().filter(
  (file) => holdsWords(file) || (/^apps\/server\/src\/.*\.ts$/.test(file.path) && !file.path.endsWith(".test.ts")),
);

test.each(wordRules.flatMap(({ examples }) => examples))("a planted text is found: %s", (example) => {
  expect(
    wrongWords([planted("apps/console/src/x/texts.ts", `export const x = {\n  a: "${example}",\n};`)]),
  ).not.toEqual([]);
  expect(
    wrongWords([planted("apps/server/src/x/service.ts", `throw new Refusal("invalid", "${example}");`)]),
  ).not.toEqual([]);
});

test("there are texts to read", () => {
  expect(files.filter(holdsWords).flatMap(textsIn).length).toBeGreaterThan(500);
  expect(files.filter((file) => !holdsWords(file)).flatMap(textsIn).length).toBeGreaterThan(100);
});

test("people read one word for one thing", () => {
  expect(wrongWords(files)).toEqual([]);
});
