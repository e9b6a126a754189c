import { execFile, execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { canMakeMachines, OfflineDebian } from "./deploy/offline-debian.ts";
import { patient } from "./setup/patience.mjs";

const root = resolve(import.meta.dirname, "..");
const execute = promisify(execFile);
const LONG_MS = patient(900_000);
const CLIENT = join(root, "tools/deploy/tus-client.ts");
const PORT = 4000;

/** What a client on the machine does: it asks whether all is ready, uploads a file, and plays the video that becomes of it. */
const VISIT = `
  const [client, caller, file, base, limit] = process.argv.slice(1);
  const { playAll, readiness, untilPublished, uploadWhole } = await import(client);
  const { readFileSync } = await import("node:fs");
  const ready = await readiness(Number(base));
  const video = await uploadWhole(JSON.parse(caller), "clip.mp4", readFileSync(file));
  const seconds = await playAll(JSON.parse(caller), await untilPublished(JSON.parse(caller), video, Number(limit)));
  console.log(JSON.stringify({ ready, seconds }));
`;

describe.runIf(canMakeMachines)("an offline bundle, on a Debian without network, Node and ffmpeg (as root)", () => {
  const everything = new AsyncDisposableStack();
  let folder: string;
  let file: string;
  /** What the command printed that made it. */
  let said: string;
  let machine: OfflineDebian;
  /** The unpacked bundle, on the machine. */
  let installed: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "kinora-offline-"));
    chmodSync(folder, 0o755);
    everything.defer(() => rmSync(folder, { recursive: true, force: true }));
    file = join(folder, "kinora.tar");
    said = (await execute(process.execPath, ["tools/bundle.mjs", file], { cwd: root })).stdout;
    machine = await OfflineDebian.make(folder);
    everything.defer(async () => void (await machine.stop()));
    execFileSync("tar", ["-xf", file, "-C", machine.folder("opt")]);
    installed = `/opt/kinora-${execFileSync(process.execPath, ["apps/server/src/cli/main.ts", "version"], { cwd: root, encoding: "utf8" }).trim()}`;
  }, LONG_MS);
  afterAll(() => everything.disposeAsync(), LONG_MS);

  test("it has the program, and nothing of data, settings or what only development needs", async () => {
    expect(said).toMatch(/kinora\.tar contains Kinora [\d.]+ for linux \w+ with glibc [\d.]+ \(\d+ MB\)/);
    const { stdout } = await execute("tar", ["-tf", file], { maxBuffer: 2 ** 28 });
    const names = new Set(stdout.split("\n").map((name) => name.replace(/^[^/]+\//, "")));
    for (const name of ["package.json", "tools/start.mjs", "node_modules/.bin/node", "apps/server/dist/supervisor.js"])
      expect(names).toContain(name);
    for (const name of ["data/", ".git/", ".env", "node_modules/vitest/", "node_modules/.bin/vite"])
      expect(names).not.toContain(name);
    expect(
      [...names].filter((name) => /^\.cache\/kinora\/debian\/(ffmpeg|bubblewrap)_.*\.deb$/.test(name)),
    ).toHaveLength(2);
    expect(
      execFileSync("git", ["status", "--porcelain", "--ignored", ".cache/kinora/bundle"], { cwd: root }).length,
    ).toBe(0);
    expect(existsSync(join(root, ".cache/kinora/bundle.json"))).toBe(false);
  });

  test(
    "it starts, encodes an upload that then plays, and stops",
    async () => {
      await machine.start(installed, ["sh", "tools/kinora.sh"], { KINORA_LIVE_LADDERS: "1" });
      await vi.waitFor(() => expect(machine.said).toContain("Ctrl-C stops everything."), {
        timeout: LONG_MS,
        interval: 200,
      });
      expect(machine.said).toContain("Installing ffmpeg and bubblewrap…");
      expect(machine.said).not.toMatch(/Installing dependencies|Building|Warning: no ffmpeg/);
      const kinora = (...words: string[]) => machine.run("sh", "tools/kinora.sh", ...words);
      const person = ["--email", "ann@example.com", "--password", "violet ladder hums", "--owner-of", "Ann"];
      const made = JSON.parse(await kinora("user", "create", ...person)) as { project: { id: number } };
      const key = await kinora("api-key", "create", "--project", String(made.project.id), "--scopes", "full");
      const [api, edge] = [PORT + 2, PORT + 3].map((port) => `http://127.0.0.1:${port}`);
      const caller = JSON.stringify({ api, edge, projectId: made.project.id, key: key.trim() });
      const film = await clip("streamable", { durationSeconds: 1 });
      const limit = String(patient(120_000));
      const visit = ["--input-type=module", "--eval", VISIT, CLIENT, caller, film, String(PORT), limit];
      const seen = JSON.parse(await machine.visit(process.execPath, ...visit)) as { ready: number[]; seconds: number };
      expect(seen.ready).toEqual([200, 200, 200, 200]);
      expect(seen.seconds).toBeGreaterThan(0.9);
      expect(await machine.run("ffmpeg", "-version")).toMatch(/^ffmpeg version [5-9]/);
      expect(await machine.stop(), machine.said).toBe(0);
    },
    LONG_MS,
  );

  test("it is refused with a sentence where its programs do not fit, or do not even run", () => {
    const tree = machine.folder(installed);
    const version = () => spawnSync("sh", [join(tree, "tools/kinora.sh"), "version"], { encoding: "utf8" });
    expect(version().status).toBe(0);
    const stamp = join(tree, ".cache/kinora/bundle.json");
    writeFileSync(stamp, readFileSync(stamp, "utf8").replace(/"arch": "\w+"/, '"arch": "riscv64"'));
    const other = version();
    expect(other).toMatchObject({ status: 12 });
    expect(other.stderr).toMatch(/^This offline bundle is for linux riscv64 with glibc .+, and this machine is linux /);
    const node = join(tree, "node_modules/node/bin/node");
    rmSync(node);
    writeFileSync(node, "\u007fELF of another processor", { mode: 0o755 });
    const unable = version();
    expect(unable).toMatchObject({ status: 12 });
    expect(unable.stderr).toMatch(/^This offline bundle is for linux .+, and its Node does not run on this machine/);
  });

  test("a file that exists is not overwritten", async () => {
    const again = execute(process.execPath, ["tools/bundle.mjs", file], { cwd: root });
    await expect(again).rejects.toMatchObject({ code: 1, stderr: `${file} already exists. Choose another name.\n` });
  });
});
