import { recoverPerson } from "../login/recover-person.ts";
import { Refusal } from "../platform/refusal.ts";
import { CommandError, type Command } from "./command.ts";

/** Removes a person's second factors, ends their sessions and prints a link with which they choose a new password. */
export const userRecover: Command = {
  usage: "EMAIL",
  async run(context, args) {
    const [email, ...more] = args;
    if (!email || email.startsWith("-") || more.length > 0) throw new CommandError("Name one EMAIL.");
    try {
      const { link } = await recoverPerson(await context.services(), email);
      context.print(link);
      context.print("The link works for one hour and once. Second factors are removed, and every session has ended.");
    } catch (error) {
      if (error instanceof Refusal) throw new CommandError(error.message, { cause: error });
      throw error;
    }
    return 0;
  },
};
