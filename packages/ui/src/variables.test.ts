import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import { expect, test } from "vitest";
import { cssVariables, theme } from "./theme.ts";

type Variables = Record<string, string>;

const merged = mergeMantineTheme(DEFAULT_THEME, theme);
const usual = defaultCssVariablesResolver(merged);
const own = cssVariables(merged);

/** Mantine's colours that no part of Kinora is drawn in: their variables would be a sixth of the first page's styles. */
const unused = Object.keys(DEFAULT_THEME.colors).filter((colour) => !(colour in (theme.colors ?? {})));
const ofUnused = new RegExp(`^--mantine-color-(?:${unused.join("|")})-`);
/** Those of variants that no part is drawn in, and what is read from the theme alone. */
const ofVariants =
  /^--mantine-(?:primary-color-(?:\d|light)|color-\w+-outline|color-dark-(?:text|light|filled-hover)|breakpoint|z-index|h[4-6]-|color-(?:dark-[29]|gray-8|red-[358]|cobalt-[358])$)/;

const used = (group: "variables" | "light" | "dark"): Variables =>
  Object.fromEntries(
    Object.entries({ ...usual[group], ...own[group] }).filter(
      ([name]) => !ofUnused.test(name) && !ofVariants.test(name),
    ),
  );

const rule = (selector: string, variables: Variables) =>
  `${selector} {\n${Object.entries(variables)
    .map(([name, value]) => `  ${name}: ${value};\n`)
    .join("")}}\n`;

test("the stylesheet of variables says what the theme says (vitest -u rewrites it)", async () => {
  const css = [
    "/* Written from theme.ts by variables.test.ts; change the theme, then run the test with -u. */\n",
    rule(":root", used("variables")),
    rule(':root[data-mantine-color-scheme="dark"]', used("dark")),
    rule(':root[data-mantine-color-scheme="light"]', used("light")),
  ];
  await expect(css.join("\n").replace("*/\n\n", "*/\n")).toMatchFileSnapshot("./variables.css");
});
