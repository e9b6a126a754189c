import { expect, test, vi } from "vitest";
import { runTool } from "./run.ts";
import { watchTools, type WatchedTool } from "./watched-tools.ts";

/** Endless raw pictures of a size that no other test uses. */
const endless = (width: number) => [
  ...["-hide_banner", "-nostats", "-re", "-f", "lavfi", "-i", `testsrc=size=${width}x32:rate=25`],
  ...["-f", "rawvideo", "pipe:3"],
];

test("the work's watcher sees each tool, its output grows while it writes, and a tool that is asked to end ends", async () => {
  const tools: WatchedTool[] = [];
  const ended: WatchedTool[] = [];
  const watcher = {
    began: (tool: WatchedTool) => void tools.push(tool),
    ended: (tool: WatchedTool) => void ended.push(tool),
  };
  const run = watchTools(watcher, () =>
    runTool({
      binary: "ffmpeg",
      args: endless(1212),
      inputs: [],
      workFolder: null,
      readers: new Map([[3, async (stream) => void stream.resume()]]),
    }),
  );
  const output = () => tools[0]?.output() ?? 0;
  await vi.waitFor(() => expect(output()).toBeGreaterThan(0), { timeout: 20_000 });
  const before = output();
  await vi.waitFor(() => expect(output()).toBeGreaterThan(before), { timeout: 20_000 });
  expect(tools[0]).toMatchObject({ binary: "ffmpeg", args: endless(1212) });
  expect(ended).toEqual([]);
  tools[0]?.terminate();
  expect((await run).exitCode).not.toBe(0);
  expect(ended).toEqual(tools);
  tools[0]?.terminate();
});

test("a tool that writes files only has no output that could be measured, and work nobody watches is left alone", async () => {
  const seen: (number | null)[] = [];
  const version = { binary: "ffmpeg" as const, args: ["-version"], inputs: [], workFolder: null };
  await watchTools({ began: (tool) => void seen.push(tool.output()), ended: () => undefined }, () => runTool(version));
  expect(seen).toEqual([null]);
  expect((await runTool(version)).exitCode).toBe(0);
});
