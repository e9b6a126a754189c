import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { carriedPackages, machineInWords, thisMachine } from "./bundled.mjs";
import { execute } from "./execute.mjs";
import { SetupFailure } from "./failure.mjs";
import { MEDIA_PACKAGES } from "./media-tools.mjs";
import { cacheFolder, root } from "./paths.mjs";
import { programFiles } from "./program-files.mjs";
import { downloadPackages, hasPackages } from "./system-packages.mjs";

/** What is made for the bundle alone is put together here, as it lies in the bundle's own folder. */
const staging = join(cacheFolder, "bundle");

/**
 * Writes this tree with its dependencies and builds to a tar file, which runs on machines like this one without network. It has the
 * files of the program: nothing of the data folder or the settings.
 * @throws SetupFailure with the reason; no file is left then.
 */
export async function writeBundle(file) {
  if (existsSync(file)) throw new SetupFailure(1, `${file} already exists. Choose another name.`);
  if (!existsSync(dirname(file))) throw new SetupFailure(1, `The folder ${dirname(file)} does not exist.`);
  // tar chooses the compression by the end of the name.
  const unfinished = join(dirname(file), `unfinished-${process.pid}-${file.slice(dirname(file).length + 1)}`);
  try {
    const version = JSON.parse(readFileSync(join(root, "apps/server/package.json"), "utf8")).version;
    const machine = thisMachine();
    await stage({ version, ...machine });
    await archive(unfinished, `kinora-${version}`);
    renameSync(unfinished, file);
    return { version, machine: machineInWords(machine) };
  } finally {
    rmSync(unfinished, { force: true });
    rmSync(staging, { recursive: true, force: true });
  }
}

async function stage(bundle) {
  rmSync(staging, { recursive: true, force: true });
  const inside = (path) => join(staging, path.slice(root.length));
  mkdirSync(inside(cacheFolder), { recursive: true });
  const words = machineInWords(bundle);
  writeFileSync(inside(join(cacheFolder, "bundle.json")), `${JSON.stringify({ ...bundle, words }, null, 2)}\n`);
  for (const name of readdirSync(cacheFolder).filter((entry) => entry.startsWith("build-")))
    copyFileSync(join(cacheFolder, name), inside(join(cacheFolder, name)));
  if (!hasPackages()) {
    console.error(
      `Warning: this machine has no packages of Debian's, so the bundle lacks ${MEDIA_PACKAGES.join(" and ")}. Install them on the other machine.`,
    );
    return;
  }
  console.log(`Downloading ${MEDIA_PACKAGES.join(" and ")}…`);
  const problem = await downloadPackages(MEDIA_PACKAGES, inside(carriedPackages));
  if (problem)
    throw new SetupFailure(10, `${problem}\nDebian's packages could not be downloaded: apt's words are above.`);
}

async function archive(file, folder) {
  const [names, without] = [join(staging, "files"), join(staging, "left-out")];
  writeFileSync(names, contents().join("\0"));
  writeFileSync(without, leftOut().join("\n"));
  const code = await execute("tar", [
    ...["--create", "--auto-compress", `--file=${file}`, `--transform=s,^,${folder}/,S`],
    // Readable by the account that Kinora runs as, wherever it is unpacked.
    ...["--owner=0", "--group=0", "--numeric-owner", "--mode=u+rwX,go+rX,go-w"],
    ...["--anchored", "--no-wildcards", `--exclude-from=${without}`],
    ...["--null", `--directory=${root}`, `--files-from=${names}`],
    ...[`--directory=${staging}`, ".cache"],
  ]);
  if (code !== 0) throw new SetupFailure(1, "The bundle could not be written: tar's words are above.");
}

/** Names from the root, the changelog first: who asks an archive what it changes reads no further. */
function contents() {
  const own = programFiles().filter((name) => name !== "CHANGELOG.md");
  const workspaces = ["apps", "packages"].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
  const made = workspaces.flatMap((workspace) => [`${workspace}/dist`, `${workspace}/node_modules`]);
  return ["CHANGELOG.md", ...own, ...made, "node_modules"].filter((name) => existsSync(join(root, name)));
}

/** What only development, builds and tests need: half of the dependencies. The Node that runs everything is one of them by name. */
function leftOut() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const forDevelopment = Object.keys(packages).filter(
    (path) => packages[path].dev && path.includes("node_modules/") && path !== "node_modules/node",
  );
  // Headers and pages of Node's, and its program a second time.
  const copies = ["node_modules/node/node_modules", "node_modules/.cache"];
  const programs = readdirSync(join(root, "node_modules/.bin")).filter((name) => name !== "node");
  return [...forDevelopment, ...programs.map((name) => `node_modules/.bin/${name}`), ...copies];
}
