import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** The migration that the later release has and this one lacks. */
export const LATER_MIGRATION = "9999-later-release";
export const LATER_VERSION = "9.0.0";

const MIGRATION = `import { sql, type Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`alter table videos add column later_release boolean not null default false\`.execute(db);
}
`;

/**
 * Makes a tree of a later release in a folder: this one with a further migration. Its dependencies are those of this tree, as an
 * installation of the same lock would have them, and so are the builds of what does not differ. Its server is not built yet.
 */
export function makeLaterRelease(folder: string): void {
  const tracked = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const names = tracked.split("\0").filter((name) => /^(apps|packages|tools)\/|^[^/]+$/.test(name));
  for (const name of names.filter((file) => existsSync(join(root, file)))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name));
  }
  writeFileSync(join(folder, `packages/db/src/migrations/${LATER_MIGRATION}.ts`), MIGRATION);
  const manifest = join(folder, "apps/server/package.json");
  writeFileSync(
    manifest,
    readFileSync(manifest, "utf8").replace(/"version": "[^"]+"/, `"version": "${LATER_VERSION}"`),
  );
  const changes = `# Changelog\n\n## ${LATER_VERSION}\n\n### Changed\n\n- One column.\n`;
  writeFileSync(join(folder, "CHANGELOG.md"), changes);
  linkDependencies(folder);
  for (const app of ["console", "login", "embed"]) {
    cpSync(join(root, "apps", app, "dist"), join(folder, "apps", app, "dist"), { recursive: true });
    cpSync(join(root, `.cache/kinora/build-${app}`), join(folder, `.cache/kinora/build-${app}`));
  }
}

/** Each package is that of this tree, but for our own, which are the folder's. */
function linkDependencies(folder: string): void {
  const [from, to] = [join(root, "node_modules"), join(folder, "node_modules")];
  mkdirSync(join(to, "@kinora"), { recursive: true });
  for (const name of readdirSync(from).filter((entry) => entry !== "@kinora" && entry !== ".cache"))
    symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, "@kinora")))
    symlinkSync(readlinkSync(join(from, "@kinora", name)), join(to, "@kinora", name));
}
