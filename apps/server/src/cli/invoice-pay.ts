import { parseArgs } from "node:util";
import { formatMoney, minorOf } from "@kinora/domain/billing/money.ts";
import { recordPayment } from "../billing/invoices/payments.ts";
import { Refusal } from "../platform/refusal.ts";
import { CommandError, type Command } from "./command.ts";

/** Records a payment of an invoice, for scripts that read a bank's statement (docs/operations/billing.md). */
export const invoicePay: Command = {
  usage: "NUMBER AMOUNT --reference TEXT [--on YYYY-MM-DD]",
  async run(context, args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { reference: { type: "string" }, on: { type: "string" } },
    });
    const [number, amount, ...more] = positionals;
    const { reference, on } = values;
    if (!number || !amount || !reference || more.length > 0)
      throw new CommandError("Name the invoice, the amount and the reference: KIN-2030-00001 60.69 --reference TEXT.");
    if (on !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(on)) throw new CommandError("Write the day as 2030-01-31.");
    const services = await context.services();
    const invoice = await services.db
      .selectFrom("invoices")
      .select(["id", "currency"])
      .where("number", "=", number)
      .executeTakeFirst();
    if (!invoice) throw new CommandError(`There is no invoice ${number}.`);
    const paid = minorOf(amount, invoice.currency);
    if (!paid) throw new CommandError(`${amount} is no amount of ${invoice.currency}.`);
    const payment = { amount: paid, paidOn: on ?? services.clock.now().toISOString().slice(0, 10), reference };
    try {
      const isNew = await recordPayment({ ...services, caller: { kind: "anonymous" } }, invoice.id, payment);
      const words = `${formatMoney(paid, invoice.currency)} of ${number}`;
      context.print(isNew ? `Recorded ${words}.` : `${words} was recorded before.`);
      return 0;
    } catch (error) {
      if (error instanceof Refusal) throw new CommandError(error.message, { cause: error });
      throw error;
    }
  },
};
