import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import { expect, test } from "vitest";
import { cssVariables, theme } from "./theme.ts";

type Variables = Record<string, string>;

const merged = mergeMantineTheme(DEFAULT_THEME, theme);
const usual = defaultCssVariablesResolver(DEFAULT_THEME);
const wanted = defaultCssVariablesResolver(merged);
const own = cssVariables(merged);

/** What differs from the variables Mantine's own sheet already sets. */
function changed(group: "variables" | "light" | "dark"): Variables {
  const all: Variables = { ...wanted[group], ...own[group] };
  const known: Variables = { ...usual[group] };
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => known[name] !== value));
}

const rule = (selector: string, variables: Variables) =>
  `${selector} {\n${Object.entries(variables)
    .map(([name, value]) => `  ${name}: ${value};\n`)
    .join("")}}\n`;

test("the stylesheet of variables says what the theme says (vitest -u writes it anew)", async () => {
  const css = [
    "/* Written from theme.ts by variables.test.ts; change the theme, then run the test with -u. */\n",
    rule(":root", changed("variables")),
    rule(':root[data-mantine-color-scheme="dark"]', changed("dark")),
    rule(':root[data-mantine-color-scheme="light"]', changed("light")),
  ];
  await expect(css.join("\n").replace("*/\n\n", "*/\n")).toMatchFileSnapshot("./variables.css");
});
