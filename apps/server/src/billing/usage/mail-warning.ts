import { METERS } from "@kinora/domain/billing/meters.ts";
import { METER_NAMES } from "@kinora/domain/billing/words.ts";
import { z } from "zod";
import { task } from "../../platform/jobs/tasks.ts";
import { mailName } from "../../platform/mail/mail-name.ts";

/** Mails how much of what its plan includes an account has used this month, to the address of its billing details. */
export const mailWarning = task({
  name: "billing.mail_warning",
  payload: z.object({ accountId: z.number(), month: z.string(), meter: z.enum(METERS), percent: z.number() }),
  maximumFailures: 8,
  async run({ db, mail, config }, { accountId, month, meter, percent }) {
    const account = await db
      .selectFrom("accounts as a")
      .innerJoin("account_billing_details as d", "d.account_id", "a.id")
      .select(["a.name", "d.billing_email"])
      .where("a.id", "=", accountId)
      .executeTakeFirst();
    // Owners who left their billing details empty see the bar at Account > Settings.
    if (!account) return;
    const what = METER_NAMES[meter].toLowerCase();
    await mail.send({
      kind: "usage_warning",
      to: account.billing_email,
      subject: `${percent}% of the included ${what} used`,
      text: [
        `The account ${mailName(account.name)} has used ${percent}% of the ${what} that its plan includes in ${month}.`,
        percent < 100 ? "Nothing is refused. Usage above 100% is charged." : "Further usage is charged from now on.",
        `Owners of the account see details at\n${config.urls.console}/account/settings`,
      ].join("\n\n"),
    });
  },
});
