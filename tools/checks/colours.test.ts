import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
/** Names of colours a component can be given; what is no name is a CSS value, and what no stylesheet knows shows nothing. */
const NAMES = /^(?:dark|gray|red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange|cobalt)$/;

test("no part of a page is drawn in a colour that the stylesheet of variables leaves out", () => {
  const css = readFileSync(join(root, "packages/ui/src/variables.css"), "utf8");
  const known = new Set([...css.matchAll(/--mantine-color-([a-z]+)-filled:/g)].map(([, name]) => name));
  const files = globSync("{apps,packages}/*/src/**/*.tsx", { cwd: root });
  const wrong = files.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    const given = [...text.matchAll(/\b(?:color|c)=(?:"[a-z]+"|\{[^}\n]*\})/g)].map(([whole]) => whole).join(" ");
    return [...given.matchAll(/"([a-z]+)"/g)]
      .map(([, name = ""]) => name)
      .filter((name) => NAMES.test(name) && !known.has(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(files.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});
