import { parseArgs } from "node:util";
import { createPerson } from "../login/person.ts";
import { Refusal } from "../platform/refusal.ts";
import { CommandError, type Command } from "./command.ts";

/**
 * Creates a person who can sign in, and the account they own when one is named; prints `{user, account, project}`.
 * An existing user is changed with `--update` only: they get the password and the other options.
 */
export const userCreate: Command = {
  usage: "--email ADDRESS --password PASSWORD [--superuser] [--owner-of ACCOUNT] [--update]",
  async run(context, args) {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: "string" },
        password: { type: "string" },
        superuser: { type: "boolean", default: false },
        "owner-of": { type: "string" },
        update: { type: "boolean", default: false },
      },
    });
    const { email, password, superuser, update } = values;
    if (!email || !password) throw new CommandError("Say who: --email ADDRESS --password PASSWORD.");
    try {
      const person = { email, password, superuser, ownerOf: values["owner-of"] ?? null, update };
      context.print(JSON.stringify(await createPerson(await context.services(), person)));
    } catch (error) {
      if (error instanceof Refusal) {
        const hint = error.code === "conflict" ? " Add --update to replace the password and add the options." : "";
        throw new CommandError(`${error.message}${hint}`, { cause: error });
      }
      throw error;
    }
    return 0;
  },
};
