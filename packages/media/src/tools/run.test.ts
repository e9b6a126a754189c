import { spawn } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { clip } from "../fixtures/clips.ts";
import { testFolder } from "../fixtures/folder.ts";
import { canary } from "../fixtures/hostile-files.ts";
import { streamBoxes } from "../packaging/boxes.ts";
import { findBinaries, majorVersion } from "./binaries.ts";
import { mediaCapabilities } from "./capabilities.ts";
import { runTool } from "./run.ts";
import { sandboxState } from "./sandbox.ts";
import { requireSuccess } from "./tool-failure.ts";

const folder = testFolder("run");

/** Endless work, distinguishable from other tools of this machine by a size no other test uses. */
function endless(mark: number): string[] {
  return [
    "-hide_banner",
    "-nostats",
    "-re",
    "-f",
    "lavfi",
    "-i",
    `testsrc=size=${mark}x32:rate=25`,
    "-f",
    "rawvideo",
    "pipe:3",
  ];
}

async function processesWith(mark: string): Promise<string[]> {
  const found: string[] = [];
  for (const id of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "");
    if (command.includes(mark) && !command.includes("vitest")) found.push(id);
  }
  return found;
}

test("ffmpeg is found, and can do what the pipeline needs", async () => {
  const { version, encoders, filters, muxers, protocols } = await mediaCapabilities();
  expect(version).toMatch(/^\S+$/);
  expect([encoders.has("libx264"), filters.has("fps"), muxers.has("mp4"), protocols.has("file")]).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test("an ffmpeg that is not where FFMPEG_PATH says is searched for elsewhere, and versions are distinguished", async () => {
  const found = await findBinaries({ ...process.env, FFMPEG_PATH: "/nowhere/ffmpeg" });
  expect(found?.origin).not.toBe("configured");
  expect((await findBinaries({ FFMPEG_PATH: found?.ffmpegPath ?? "" }))?.origin).toBe("configured");
  expect([
    majorVersion("5.1.9-0+deb12u1"),
    majorVersion("4.1"),
    majorVersion("N-109-g12"),
    majorVersion("n7.0.1"),
  ]).toEqual([5, 4, 5, 7]);
});

test("an ffmpeg that is slow to answer is not replaced by another", async () => {
  for (const name of ["ffmpeg", "ffprobe"]) {
    await writeFile(join(folder, name), "#!/bin/sh\nexec sleep 30\n", { mode: 0o755 });
  }
  await expect(findBinaries({ ...process.env, FFMPEG_PATH: folder }, 200)).rejects.toMatchObject({
    code: "timeout",
    retryable: true,
  });
});

test("a tool called off is gone, with everything it started", async () => {
  const stop = new AbortController();
  const run = runTool({
    binary: "ffmpeg",
    args: endless(1202),
    inputs: [],
    workFolder: null,
    signal: stop.signal,
    readers: new Map([
      [
        3,
        async (stream) => {
          for await (const chunk of stream) if (chunk) stop.abort(new Error("enough"));
        },
      ],
    ]),
  });
  await expect(run).rejects.toMatchObject({ code: "aborted" });
  await vi.waitFor(async () => expect(await processesWith("size=1202x32")).toEqual([]));
});

test("all processes of a tool are in the group by which it is killed, and have no terminal", async () => {
  const stop = new AbortController();
  const run = runTool({
    binary: "ffmpeg",
    args: endless(1210),
    inputs: [],
    workFolder: null,
    signal: stop.signal,
    readers: new Map([[3, async (stream) => void stream.resume()]]),
  });
  const ended = run.catch((error: unknown) => error);
  const names = async () =>
    Promise.all((await processesWith("size=1210x32")).map((id) => readFile(`/proc/${id}/comm`, "utf8")));
  await vi.waitFor(async () => expect(await names()).toContain("ffmpeg\n"));
  // Fields 5 and 7 of proc_pid_stat(5), after the name in parentheses.
  const groups = await Promise.all(
    (await processesWith("size=1210x32")).map(async (id) => {
      const [, , group, , terminal] = (await readFile(`/proc/${id}/stat`, "utf8")).replace(/^.*\) /, "").split(" ");
      return { group, terminal };
    }),
  );
  expect(new Set(groups.map(({ group }) => group)).size).toBe(1);
  expect(new Set(groups.map(({ terminal }) => terminal))).toEqual(new Set(["0"]));
  stop.abort();
  expect(await ended).toMatchObject({ code: "aborted" });
});

test("a reader that fails ends the tool with its own error", async () => {
  const run = runTool({
    binary: "ffmpeg",
    args: endless(1204),
    inputs: [],
    workFolder: null,
    readers: new Map([[3, () => Promise.reject(new Error("The disk is full."))]]),
  });
  await expect(run).rejects.toThrow("The disk is full.");
  await vi.waitFor(async () => expect(await processesWith("size=1204x32")).toEqual([]));
});

test("a tool that takes too long is killed at its limit", async () => {
  const run = runTool({
    binary: "ffmpeg",
    args: endless(1206),
    inputs: [],
    workFolder: null,
    limits: { wallSeconds: 0.5 },
    readers: new Map([[3, async (stream) => void stream.resume()]]),
  });
  await expect(run).rejects.toMatchObject({ code: "timeout", retryable: false });
  await vi.waitFor(async () => expect(await processesWith("size=1206x32")).toEqual([]));
});

test("the tools of a process that dies die with it", async () => {
  const program = `import { runTool } from ${JSON.stringify(join(import.meta.dirname, "run.ts"))};
    await runTool({ binary: "ffmpeg", args: ${JSON.stringify(endless(1208))}, inputs: [], workFolder: null,
      readers: new Map([[3, async (stream) => { for await (const chunk of stream) if (chunk) console.log("running"); }]]) });`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => parent.stdout.once("data", resolve));
  expect((await processesWith("size=1208x32")).length).toBeGreaterThan(0);
  parent.kill("SIGKILL");
  await vi.waitFor(async () => expect(await processesWith("size=1208x32")).toEqual([]));
});

test("the error of a tool that dies in the middle of its output says how it died, not what is missing", async () => {
  const ended = await runTool({
    binary: "ffmpeg",
    args: [
      ...[
        "-v",
        "error",
        "-f",
        "lavfi",
        "-i",
        "testsrc2=size=1280x720:rate=25",
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
      ],
      ...["-f", "mp4", "-movflags", "frag_keyframe+empty_moov", "pipe:3"],
    ],
    inputs: [],
    workFolder: null,
    limits: { cpuSeconds: 1 },
    readers: new Map([
      [
        3,
        async (stream) => {
          for await (const box of streamBoxes(stream))
            if (box.type === "mdat") expect(box.bytes.length).toBeGreaterThan(8);
        },
      ],
    ]),
  });
  expect(ended.exitCode).toBeGreaterThan(128);
  expect(() => requireSuccess(ended)).toThrow(expect.objectContaining({ name: "MediaError" }));
});

test("memory and file size are limited", async () => {
  const tooLarge = await runTool({
    binary: "ffmpeg",
    args: [
      "-v",
      "error",
      "-f",
      "lavfi",
      "-i",
      "testsrc=size=640x360:rate=25:duration=4",
      "-f",
      "rawvideo",
      join(folder, "large.yuv"),
    ],
    inputs: [],
    workFolder: folder,
    limits: { fileBytes: 1_000_000 },
  });
  expect(tooLarge.exitCode).not.toBe(0);
  const tooMuch = await runTool({
    binary: "ffmpeg",
    args: [
      "-v",
      "error",
      "-f",
      "lavfi",
      "-i",
      "testsrc=size=7680x4320:rate=25",
      "-frames:v",
      "50",
      "-vf",
      "reverse",
      "-f",
      "null",
      "-",
    ],
    inputs: [],
    workFolder: null,
    limits: { memoryBytes: 256 * 1024 ** 2 },
  });
  expect(tooMuch.stderrTail.join("\n")).toContain("Cannot allocate memory");
});

test("a sandboxed tool sees its input and its folder, and nothing else of this machine", async () => {
  const state = await sandboxState();
  if (!state.available) {
    expect(state.reason).toMatch(/bubblewrap|namespaces/);
    return;
  }
  const secret = join(folder, "..", `kinora-secret-${process.pid}.txt`);
  await writeFile(secret, canary);
  onTestFinished(() => rm(secret));
  const read = async (path: string, inputs: string[]): Promise<string> => {
    let out = "";
    const args = ["-v", "error", "-f", "data", "-i", `file:${path}`, "-map", "0", "-c", "copy", "-f", "data", "pipe:3"];
    await runTool({
      binary: "ffmpeg",
      args,
      inputs,
      workFolder: folder,
      readers: new Map([[3, async (stream) => void (out = await text(stream))]]),
    });
    return out;
  };
  expect(await read(secret, [secret])).toBe(canary);
  expect(await read(secret, [])).toBe("");
  for (const path of ["/etc/passwd", "/proc/self/environ", "/root/.bashrc", import.meta.filename])
    expect(await read(path, [])).toBe("");
  const source = await clip("silent");
  const network = await runTool({
    binary: "ffmpeg",
    args: ["-v", "error", "-i", source, "-c", "copy", "-f", "mpegts", "tcp://127.0.0.1:9"],
    inputs: [source],
    workFolder: null,
  });
  expect(network.stderrTail.join("\n")).toMatch(/Network is unreachable|Connection refused|Cannot assign|failed/i);
});
