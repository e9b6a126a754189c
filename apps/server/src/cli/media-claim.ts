import { claimFolder, mediaFolder } from "../platform/installation/media-folder.ts";
import { CommandError, type Command } from "./command.ts";

/** Makes this machine's media folder the installation's, after it was moved or restored. */
export const mediaClaim: Command = {
  usage: "",
  async run({ config, print, databaseUrl }) {
    if (config.databaseIsEmbedded || config.s3)
      throw new CommandError(
        "Nothing to claim: machines share a media folder only with DATABASE_URL and without S3_ENDPOINT.",
      );
    await claimFolder(config, await databaseUrl());
    print(
      `${mediaFolder(config)} is the media folder of this installation. Machines with another one do not start any more.`,
    );
    return 0;
  },
};
