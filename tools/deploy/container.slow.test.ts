import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { until } from "../../e2e/pipeline-project.ts";
import { claimPorts } from "../../e2e/port-base.ts";
import { patient } from "../setup/patience.mjs";

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");
const LONG_MS = patient(300_000);
const container = join(root, "deploy/container");
const lines = readFileSync(join(container, "Containerfile"), "utf8").replaceAll("\\\n", "").split("\n");

/** What an instruction of the Containerfile says; the last one counts. */
function instruction(name: string): string {
  const found = lines.findLast((line) => line.startsWith(`${name} `));
  if (!found) throw new Error(`The Containerfile has no ${name}.`);
  return found.slice(name.length + 1);
}

const entrypoint = JSON.parse(instruction("ENTRYPOINT")) as string[];
const healthCheck = JSON.parse(instruction("HEALTHCHECK").replace(/^.*CMD /, "")) as string[];
const compose = parse(readFileSync(join(container, "compose.yaml"), "utf8")) as {
  services: { kinora: { read_only: boolean; tmpfs: string[]; volumes: string[]; ports: string[] } };
};

/** Makes the tree of the image in a folder: what is copied, and what the last RUN does with npm and Node. */
async function buildTree(tree: string): Promise<void> {
  const left = readFileSync(join(container, "Containerfile.dockerignore"), "utf8").trim().split("\n");
  cpSync(root, tree, {
    recursive: true,
    filter: (path) => !left.includes(relative(root, path)) && !left.includes(`**/${basename(path)}`),
  });
  for (const step of instruction("RUN")
    .split(" && ")
    .map((each) => each.trim()))
    if (/^(?:npm|node_modules)\b/.test(step)) await execute("sh", ["-c", step], { cwd: tree, maxBuffer: 2 ** 26 });
}

const everything = new AsyncDisposableStack();
let folder: string;
/** Runs a command as the container does: not root, over a file system that cannot be written to but for /data and /tmp. */
let inside: (command: string[]) => [string, string[]];
let said = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kinora-container-"));
  chmodSync(folder, 0o755);
  everything.defer(() => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, "data");
  mkdirSync(data);
  const tree = join(folder, "tree");
  await buildTree(tree);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(data, 65534, 65534);
  const ports = await claimPorts();
  everything.defer(() => ports.release());
  const settings = {
    ...Object.fromEntries(
      instruction("ENV")
        .split(" ")
        .map((pair) => pair.split("=") as [string, string]),
    ),
    ...{ KINORA_PORT: String(ports.base), KINORA_RTMP_PORT: String(ports.rtmp), KINORA_LIVE_LADDERS: "4" },
    ...{ PATH: "/usr/bin:/bin", HOME: "/tmp" },
  };
  const mounts = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc"].filter(existsSync);
  const walls = [
    ...mounts.flatMap((path) => ["--ro-bind", path, path]),
    ...["--ro-bind", tree, instruction("WORKDIR"), "--bind", data, instruction("VOLUME")],
    ...compose.services.kinora.tmpfs.flatMap((path) => ["--tmpfs", path]),
    ...["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/", "--chdir", instruction("WORKDIR"), "--clearenv"],
    ...Object.entries(settings).flatMap(([name, value]) => ["--setenv", name, value]),
  ];
  inside = (command) => {
    const walled = ["bwrap", ...walls, "--", ...command];
    const plain = isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", ...walled] : walled;
    return [plain[0] ?? "", plain.slice(1)];
  };
  const [program, args] = inside(entrypoint);
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const gone = once(child, "exit");
  everything.defer(async () => {
    child.kill("SIGTERM");
    await gone;
  });
  await until(
    "the container is healthy",
    async () => {
      if (child.exitCode !== null) throw new Error(said);
      const [health, words] = inside(healthCheck);
      return execute(health, words).then(
        () => true,
        () => false,
      );
    },
    patient(120_000),
  );
  // Roles are healthy a moment before the supervisor prints that they are.
  await until(
    "the container says that it runs",
    async () => said.includes("Ctrl-C stops everything."),
    patient(20_000),
  );
}, LONG_MS);
afterAll(() => everything.disposeAsync(), LONG_MS);

test("the entrypoint of the built tree runs without root and with a file system that is read-only, and the health check passes", () => {
  expect(instruction("USER")).not.toMatch(/^(root|0)$/);
  expect(said).toContain("is running");
  expect(said).toContain("Create the first superuser here");
  expect(said).not.toContain("EROFS");
  for (const name of ["postgres", "media", "secrets.json"]) expect(statSync(join(folder, "data", name))).toBeDefined();
});

test("the health check fails with a reason where a role does not answer", async () => {
  const [program, args] = inside(["env", "KINORA_PORT=9", ...healthCheck]);
  const refused = execute(program, args);
  await expect(refused).rejects.toMatchObject({ code: 1, stdout: expect.stringMatching(/^console: /) });
});

test("compose keeps what has to stay, opens what the image exposes, and writes to nothing else", () => {
  const { read_only, tmpfs, volumes, ports } = compose.services.kinora;
  expect({ read_only, tmpfs }).toEqual({ read_only: true, tmpfs: ["/tmp"] });
  expect(volumes).toEqual([`kinora:${instruction("VOLUME")}`]);
  const open = ports.flatMap((port) => {
    const [, first, last = first, protocol = ""] = /:(\d+)(?:-(\d+))?(\/udp)?$/.exec(port) ?? [];
    const numbers = Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index);
    return numbers.map((number) => `${number}${protocol}`);
  });
  expect(new Set(open)).toEqual(new Set(instruction("EXPOSE").split(" ")));
});
