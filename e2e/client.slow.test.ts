import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { FilmFolder } from "./console-films.ts";
import { expect, test } from "./product.ts";
import { makeApiKey, makePeopleProject } from "./project-people.ts";

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, "..");
const inRepository = (path: string) => join(repository, path);

/** The example of the client's README, which begins after "## Quick start". */
async function quickStart(): Promise<string> {
  const readme = await readFile(inRepository("packages/client/README.md"), "utf8");
  const [, code] = /## Quick start[\s\S]*?```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  if (code === undefined) throw new Error("The README has no quick start.");
  return code;
}

/** A folder as of someone who installed the built package: only that, what it depends on, and the types of Node. */
async function folderWithClient(): Promise<string> {
  await run(process.execPath, [inRepository("packages/client/build.ts")]);
  const folder = await mkdtemp(join(tmpdir(), "kinora-client-"));
  await mkdir(join(folder, "node_modules/@kinora"), { recursive: true });
  await mkdir(join(folder, "node_modules/@types"));
  await cp(inRepository("packages/client/dist"), join(folder, "node_modules/@kinora/client"), { recursive: true });
  for (const name of ["@orpc", "zod", "@types/node"])
    await symlink(inRepository(`node_modules/${name}`), join(folder, "node_modules", name));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  return folder;
}

test("the client's quick start compiles, uploads a film, reads its video and a refusal", async ({ product }) => {
  const project = await makePeopleProject(product, "Client Works");
  const films = new FilmFolder();
  const folder = await folderWithClient();
  const film = await films.film("video.mp4");
  await cp(film.path, join(folder, "video.mp4"));
  await writeFile(join(folder, "quick-start.ts"), await quickStart());

  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2024", "--types", "node"];
  const compiler = inRepository("node_modules/typescript-native/bin/tsc");
  const compiled = run(process.execPath, [compiler, ...options, "quick-start.ts"], { cwd: folder });
  await compiled.catch(({ stdout }: { stdout: string }) => expect(stdout).toBe(""));

  const { stdout } = await run(process.execPath, ["quick-start.ts"], {
    cwd: folder,
    env: {
      ...process.env,
      // The runner of these tests asks for colors.
      FORCE_COLOR: "0",
      KINORA_URL: product.urls.api,
      KINORA_API_KEY: await makeApiKey(project),
      KINORA_PROJECT: String(project.projectId),
    },
  });
  const [first, ...rest] = stdout.trim().split("\n");
  expect(first).toBe("0 %");
  expect(rest.slice(-3)).toEqual([
    "100 %",
    expect.stringMatching(/^Harbor \w+$/),
    "404 This video does not exist or belongs to another project.",
  ]);
  await project.db.destroy();
  await films.close();
  await rm(folder, { recursive: true });
});
