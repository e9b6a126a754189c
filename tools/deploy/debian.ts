import { execFile } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/**
 * The path of a program: the machine's own, or that of Debian's package, which is unpacked into `folder`; nothing is installed.
 * @param path where the package has it, such as `usr/sbin/nginx`.
 * @throws Error when there is neither.
 */
export async function debianProgram(name: string, path: string, folder: string): Promise<string> {
  const own = `/${path}`;
  // Each of them answers one of these at once.
  for (const version of ["-v", "version", "-h"]) {
    const works = await execute(own, [version], { timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (works) return own;
  }
  await unpackDebian(name, folder);
  return join(folder, path);
}

/** Unpacks a package of Debian's into a folder. @throws Error when it cannot be fetched */
export async function unpackDebian(name: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await execute("apt-get", ["download", name], { cwd: folder }).catch((cause: unknown) => {
    throw new Error(`Debian's package ${name} could not be fetched, and nothing of it is installed here.`, { cause });
  });
  const file = (await readdir(folder)).find((entry) => entry.startsWith(`${name}_`) && entry.endsWith(".deb"));
  if (!file) throw new Error(`Debian's package ${name} was not there after it was fetched.`);
  await execute("dpkg-deb", ["-x", file, "."], { cwd: folder });
}
