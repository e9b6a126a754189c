import { constants } from "node:fs";
import { copyFile, link } from "node:fs/promises";

/** Refusals that mean "not here", not "not at all". */
const NO_LINKS = new Set(["EXDEV", "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EACCES"]);

/** Gives a file a second name where the file system has such, else a copy. */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && NO_LINKS.has(String(error.code)))) throw error;
    await copyFile(source, target, constants.COPYFILE_EXCL);
  }
}
