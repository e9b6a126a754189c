import { parseArgs } from "node:util";
import { moveToCell } from "../accounts/cells.ts";
import { Refusal } from "../platform/refusal.ts";
import { CommandError, type Command } from "./command.ts";

/** Has accounts served by the API host of another cell (docs/operations/cells.md). */
export const cellMove: Command = {
  usage: "--to CELL (--account ID | --from CELL)",
  async run(context, args) {
    const { values } = parseArgs({
      args,
      options: { to: { type: "string" }, account: { type: "string" }, from: { type: "string" } },
    });
    const { to, account, from } = values;
    if (!to || (account === undefined) === (from === undefined))
      throw new CommandError("Say --to CELL, and which: --account ID, or --from CELL for all accounts of a cell.");
    const which = account === undefined ? { from: from ?? "" } : { accountId: idOf(account) };
    try {
      const services = await context.services();
      const moved = await moveToCell(services, which, to, (count) => context.print(`${count} moved…`));
      context.print(`${moved} accounts are served by the cell ${to} now that were not before.`);
    } catch (error) {
      if (error instanceof Refusal) throw new CommandError(error.message, { cause: error });
      throw error;
    }
    return 0;
  },
};

function idOf(typed: string): number {
  if (!/^[1-9]\d{0,14}$/.test(typed)) throw new CommandError(`"${typed}" is no number of an account.`);
  return Number(typed);
}
