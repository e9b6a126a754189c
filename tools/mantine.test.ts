import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { theme } from "@kinora/ui/theme.ts";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const styles = join(root, "node_modules/@mantine/core/styles");
const listedIn = (sheet: string) =>
  [...readFileSync(join(root, "packages/ui/src", sheet), "utf8").matchAll(/styles\/([\w-]+)\.css/g)].map(
    ([, name]) => name ?? "",
  );
const [listed, floating] = [listedIn("mantine.css"), listedIn("floats.css")];

/** Every component that is written in an app or in this package. */
const sources = ["apps/console/src", "apps/login/src", "packages/ui/src"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => ({ name: join(folder, name), text: readFileSync(join(root, folder, name), "utf8") })),
);

const components = sources.flatMap(({ name, text }) =>
  [...text.matchAll(/import \{([^}]*)\} from "@mantine\/core"/g)].flatMap(([, names]) =>
    (names ?? "").split(",").map((part) => ({ name, component: part.replace(/\btype\b/, "").trim() })),
  ),
);

test("every component in use has its styles", () => {
  const without = components.filter(
    ({ component }) => existsSync(join(styles, `${component}.css`)) && !listed.includes(component),
  );
  expect(without).toEqual([]);
});

test("what floats comes from floats.ts, with its styles, as no page needs it at once", () => {
  const exported = /export \{([^}]*)\}/.exec(readFileSync(join(root, "packages/ui/src/floats.ts"), "utf8"))?.[1] ?? "";
  const names = exported.split(",").map((name) => name.trim());
  expect(names.length).toBeGreaterThan(5);
  expect(components.filter(({ component }) => [...names, ...floating].includes(component))).toEqual([]);
  const without = names.filter((name) => existsSync(join(styles, `${name}.css`)) && !floating.includes(name));
  expect(without).toEqual([]);
});

test.each([
  ["mantine.css", listed],
  ["floats.css", floating],
])("the styles of %s follow Mantine's order", (_sheet, names) => {
  const all = readFileSync(join(root, "node_modules/@mantine/core/styles.css"), "utf8");
  const places = names.map((name) => all.indexOf(readFileSync(join(styles, `${name}.css`), "utf8").slice(0, 200)));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("no component asks for a colour that has no variables", () => {
  const known = new Set([...Object.keys(theme.colors ?? {}), "dimmed"]);
  const asked = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/\s(?:color|c|bg)="([a-z]+)(?:\.\d)?"/g)].map(([, colour]) => ({ name, colour: colour ?? "" })),
  );
  expect(asked.filter(({ colour }) => !known.has(colour))).toEqual([]);
});

test("every variable of Kinora that a style asks for is defined", () => {
  const roots = ["apps/console/src", "apps/login/src", "apps/embed/src", "packages/ui/src"];
  const files = roots.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:css|tsx?)$/.test(name))
      .map((name) => ({ name: join(folder, name), text: readFileSync(join(root, folder, name), "utf8") })),
  );
  const defined = new Set(
    files.flatMap(({ text }) => [...text.matchAll(/(--kinora-[\w-]+)["']?\]?:/g)].map(([, name]) => name)),
  );
  const asked = files.flatMap(({ name, text }) =>
    [...text.matchAll(/var\((--kinora-[\w-]+)/g)].map(([, variable]) => ({ name, variable })),
  );
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter(({ variable }) => !defined.has(variable))).toEqual([]);
});
