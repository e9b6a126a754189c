import { createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import { createInterface } from "node:readline";
import { importDeliveryLog as importLog } from "../analytics/counting/import-log.ts";
import { CommandError, type Command } from "./command.ts";

/** Counts what a cache in front of the edge sent, from its log (docs/operations/analytics.md). */
export const importDeliveryLog: Command = {
  usage: "FILE",
  async run(context, args) {
    const [file, ...more] = args;
    if (!file || file.startsWith("-") || more.length > 0) throw new CommandError("Name one FILE.");
    await access(file).catch((error: unknown) => {
      throw new CommandError(`${file} cannot be read.`, { cause: error });
    });
    const { counted, bytes, known, others, tooOld, unreadable } = await importLog(
      await context.services(),
      linesOf(file),
    );
    context.print("Lines of the log:");
    context.print(`  counted: ${counted}, ${bytes} bytes`);
    context.print(`  counted before: ${known}`);
    context.print(`  counted by the edge, refused, or not media of this installation: ${others}`);
    if (tooOld > 0) context.print(`  older than six days, not counted: ${tooOld}`);
    if (unreadable > 0) context.print(`  not in the documented format: ${unreadable}`);
    return unreadable > 0 ? 1 : 0;
  },
};

/** Reads only once the first line is requested: readline drops what nobody listens to. */
async function* linesOf(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity });
}
