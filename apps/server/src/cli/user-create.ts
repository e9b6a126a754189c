import { parseArgs } from "node:util";
import { createPerson } from "../login/person.ts";
import { Refusal } from "../platform/refusal.ts";
import { CommandError, type Command } from "./command.ts";

/** Creates a person who can sign in, and the account they own when one is named; prints `{user, account, project}`. */
export const userCreate: Command = {
  usage: "--email ADDRESS --password PASSWORD [--superuser] [--owner-of ACCOUNT]",
  async run(context, args) {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: "string" },
        password: { type: "string" },
        superuser: { type: "boolean", default: false },
        "owner-of": { type: "string" },
      },
    });
    const { email, password, superuser } = values;
    if (!email || !password) throw new CommandError("Say who: --email ADDRESS --password PASSWORD.");
    try {
      const person = { email, password, superuser, ownerOf: values["owner-of"] ?? null };
      context.print(JSON.stringify(await createPerson(await context.services(), person)));
    } catch (error) {
      if (error instanceof Refusal) throw new CommandError(error.message, { cause: error });
      throw error;
    }
    return 0;
  },
};
