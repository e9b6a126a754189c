import { expect, test } from "vitest";
import { readConfig } from "../../platform/config.ts";
import { memoryWarning } from "../../supervisor/memory-warning.ts";
import { checkMemory, inodeFindings, openFilesFindings } from "./machine.ts";

const GIB = 1024 ** 3;
const contextOf = (env: Record<string, string>) => ({ config: readConfig(env) });

test("the doctor and the start say what little memory means for the worker", () => {
  const one = contextOf({ KINORA_WORKER_CONCURRENCY: "1" });
  const message = "1.0 GB of memory is short: one video is encoded at a time.";
  expect(checkMemory(one, GIB)).toEqual([{ state: "ok", subject: "memory", message }]);
  expect(memoryWarning(one.config, GIB)).toBe(message);
  const four = contextOf({ KINORA_WORKER_CONCURRENCY: "4" });
  expect(checkMemory(four, GIB)).toMatchObject([
    { state: "warning", fix: expect.stringContaining("KINORA_WORKER_CONCURRENCY") },
  ]);
  expect(memoryWarning(four.config, GIB)).toContain("too little for 4 media jobs");
});

test("a machine with memory to spare, or without a worker, has nothing to read at the start", () => {
  const two = contextOf({ KINORA_WORKER_CONCURRENCY: "2" });
  expect(memoryWarning(two.config, 8 * GIB)).toBeNull();
  expect(checkMemory(two, 8 * GIB)).toMatchObject([{ state: "ok" }]);
  const edge = contextOf({ ROLES: "edge" });
  expect(memoryWarning(edge.config, GIB / 2)).toBeNull();
  expect(checkMemory(edge, GIB / 2)).toEqual([]);
});

test("a disk that runs out of inodes is a warning, and one without a fixed number of them is none", () => {
  expect([null, 100, 10].flatMap(inodeFindings)).toEqual([]);
  expect(inodeFindings(9)).toMatchObject([{ state: "warning", subject: "inodes", message: /^9% of/ }].map(matching));
});

test("a low limit of open files is a warning that says where to raise it", () => {
  expect([null, 8_192, 1_048_576].flatMap(openFilesFindings)).toEqual([]);
  expect(openFilesFindings(256)).toMatchObject(
    [{ state: "warning", subject: "open files", message: /may open 256 files/ }].map(matching),
  );
});

const matching = ({ message, ...rest }: { state: string; subject: string; message: RegExp }) => ({
  ...rest,
  message: expect.stringMatching(message) as unknown,
});
