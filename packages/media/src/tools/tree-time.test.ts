import { expect, test } from "vitest";
import { runTool } from "./run.ts";
import { watchTools } from "./watched-tools.ts";

test("a watcher learns how much processor time each tool has used, within its sandbox", async () => {
  const used: number[] = [];
  const watcher = { began: () => undefined, ended: (_tool: unknown, seconds: number) => void used.push(seconds) };
  const run = (args: string[]) => runTool({ binary: "ffmpeg", args, inputs: [], workFolder: null });
  const pictures = (count: number) => [
    ...["-hide_banner", "-nostats", "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25"],
    ...["-frames:v", String(count), "-f", "null", "-"],
  ];
  await watchTools(watcher, async () => {
    await run(pictures(1));
    // More than the time between two samples, also on a quick machine.
    await run(pictures(8_000));
  });
  const [little = 0, much = 0] = used;
  expect(used).toHaveLength(2);
  expect(much).toBeGreaterThan(0.1);
  expect(much).toBeGreaterThan(2 * little);
});
