import { expect, test } from "vitest";
import { ROLES } from "../platform/config.ts";
import { roleGroups, sharesProcesses } from "./processes.ts";

const GIB = 1024 ** 3;

test("roles share a process where memory or processors are few, unless the operator says otherwise", () => {
  const small = { memoryBytes: 1 * GIB, processors: 2 };
  const large = { memoryBytes: 8 * GIB, processors: 4 };
  expect(sharesProcesses({ processes: null }, small)).toBe(true);
  expect(sharesProcesses({ processes: null }, { ...large, processors: 1 })).toBe(true);
  expect(sharesProcesses({ processes: null }, large)).toBe(false);
  expect(sharesProcesses({ processes: "apart" }, small)).toBe(false);
  expect(sharesProcesses({ processes: "shared" }, large)).toBe(true);
});

test("encoding and live packaging have processes of their own", () => {
  expect(roleGroups(ROLES, true)).toEqual([
    { name: "shared", roles: ["console", "login", "api", "edge"] },
    { name: "live", roles: ["live"] },
    { name: "worker", roles: ["worker"] },
  ]);
  expect(roleGroups(ROLES, false).map(({ name }) => name)).toEqual([...ROLES]);
});

test("a machine with one light role has nothing to share", () => {
  expect(roleGroups(["edge", "worker"], true)).toEqual([
    { name: "edge", roles: ["edge"] },
    { name: "worker", roles: ["worker"] },
  ]);
});
