import { parseArgs } from "node:util";
import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { Refusal } from "../platform/refusal.ts";
import { blockByOperator, signEveryoneOut, signOutByOperator } from "../users/installation/by-operator.ts";
import { CommandError, type Command } from "./command.ts";

/** Blocks a person everywhere, a superuser as well, for when nobody can or should do it in the console. */
export const userBlock: Command = {
  usage: 'EMAIL --reason "TEXT"',
  async run(context, args) {
    const { values, positionals } = parseArgs({
      args,
      options: { reason: { type: "string" } },
      allowPositionals: true,
    });
    const [email, ...more] = positionals;
    const why = values.reason?.trim() ?? "";
    if (!email || more.length > 0) throw new CommandError("Name one EMAIL.");
    if (why === "" || why.length > REASON_MAX)
      throw new CommandError(`Give a --reason of up to ${REASON_MAX} characters: the audit log keeps it.`);
    await refusedAsError(blockByOperator(await context.services(), email, why));
    context.print(`${email} is blocked, and every session has ended. Unblock at Advanced > Users.`);
    return 0;
  },
};

/** Ends all sessions of a person, or of everyone. */
export const userSignOut: Command = {
  usage: "EMAIL | --everyone",
  async run(context, args) {
    const { values, positionals } = parseArgs({
      args,
      options: { everyone: { type: "boolean", default: false } },
      allowPositionals: true,
    });
    const [email, ...more] = positionals;
    if ((email === undefined) !== values.everyone || more.length > 0)
      throw new CommandError("Name one EMAIL, or say --everyone.");
    const services = await context.services();
    if (email === undefined) {
      const ended = await signEveryoneOut(services);
      context.print(`${ended} sessions have ended. Everyone has to sign in again.`);
      return 0;
    }
    await refusedAsError(signOutByOperator(services, email));
    context.print(`Every session of ${email} has ended.`);
    return 0;
  },
};

async function refusedAsError(done: Promise<void>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (error instanceof Refusal) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}
