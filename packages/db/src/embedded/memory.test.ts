import { expect, test } from "vitest";
import { memorySettings } from "./memory.ts";

const GIB = 1024 ** 3;

test("the database's memory grows with the machine's, within limits", () => {
  expect(memorySettings(2 * GIB, 0)).toEqual({ shared_buffers: "128MB" });
  expect(memorySettings(8 * GIB, 0)).toEqual({ shared_buffers: "512MB" });
  expect(memorySettings(256 * GIB, 0)).toEqual({ shared_buffers: "1024MB" });
});

test("where memory is short the database has small buffers and few processes", () => {
  const short = { shared_buffers: "32MB", io_method: "sync", max_logical_replication_workers: "0" };
  expect(memorySettings(1 * GIB, 0)).toEqual(short);
  expect(memorySettings(64 * GIB, 1 * GIB)).toEqual(short);
});

test("a container's limit applies when it is smaller than the machine's memory, and no limit is recognized", () => {
  expect(memorySettings(64 * GIB, 4 * GIB)).toEqual({ shared_buffers: "256MB" });
  expect(memorySettings(8 * GIB, 2 ** 64)).toEqual({ shared_buffers: "512MB" });
});
