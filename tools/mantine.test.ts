import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { theme } from "@kinora/ui/theme.ts";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const styles = join(root, "node_modules/@mantine/core/styles");
const sheet = readFileSync(join(root, "packages/ui/src/mantine.css"), "utf8");
const listed = [...sheet.matchAll(/styles\/([\w-]+)\.css/g)].map(([, name]) => name ?? "");

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

test("the styles follow Mantine's order", () => {
  const all = readFileSync(join(root, "node_modules/@mantine/core/styles.css"), "utf8");
  const places = listed
    .slice(2)
    .map((name) => all.indexOf(readFileSync(join(styles, `${name}.css`), "utf8").slice(0, 200)));
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
