import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";

const program = `
  import { createLog } from ${JSON.stringify(join(import.meta.dirname, "log.ts"))};
  const log = createLog("info", "test");
  log.info("ready");
  process.stdin.once("data", () => {
    for (let line = 0; line < 100; line += 1) log.info("a line without a reader");
    process.exit(3);
  });`;

test("a process whose log has no reader any more ends", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const [first] = (await once(child.stdout, "data")) as [Buffer];
  expect(JSON.parse(first.toString())).toMatchObject({ role: "test", msg: "ready" });
  child.stdout.destroy();
  await once(child.stdout, "close");
  child.stdin.write("continue");
  try {
    expect(await ended).toEqual([3, null]);
  } finally {
    child.kill("SIGKILL");
  }
});
