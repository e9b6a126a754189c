import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { roleProgram } from "./role-plans.ts";

test("a supervisor of the build starts roles of the same build, and one of the sources starts sources", () => {
  expect(roleProgram("/srv/kinora/apps/server/dist/supervisor.js")).toBe("/srv/kinora/apps/server/dist/main.js");
  const source = resolve(import.meta.dirname, "../main.ts");
  expect(roleProgram(join(import.meta.dirname, "main.ts"))).toBe(source);
  expect(roleProgram("/srv/kinora/node_modules/vitest/vitest.mjs")).toBe(source);
});
