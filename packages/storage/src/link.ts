import { constants } from "node:fs";
import { copyFile, link } from "node:fs/promises";

/** Errors that mean that links are not supported here. */
const NO_LINKS = new Set(["EXDEV", "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EACCES"]);

/** Creates a hard link to a file, or a copy where links are not supported. */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && NO_LINKS.has(String(error.code)))) throw error;
    await copyFile(source, target, constants.COPYFILE_EXCL);
  }
}
