import type { Database } from "@kinora/db/connect.ts";
import type { MailKind } from "@kinora/domain/people/mail-limits.ts";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";

export interface MailMessage {
  kind: MailKind;
  /** One address, without a name. */
  to: string;
  subject: string;
  /** Plain text; links stand on their own line. */
  text: string;
}

/** Sends mails. `send` resolves when the next relay has accepted the mail and throws when it has not. */
export interface Mail {
  send(message: MailMessage): Promise<void>;
}

const KEPT_MAILS = 500;

/** Notes of absence and ticket systems answer no mail that a program sent (RFC 3834 §5; the second is Exchange's own). */
const HEADERS = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

/** Mails go out through SMTP_URL; without one they are kept for the development inbox. */
export function createMail(config: Pick<Config, "smtpUrl" | "mailFrom">, db: Database, log: Logger): Mail {
  return config.smtpUrl ? smtpMail(config.smtpUrl, config.mailFrom, log) : inboxMail(db);
}

function smtpMail(smtpUrl: string, from: string, log: Logger): Mail {
  // Most processes never send a mail: the library is loaded with the first one.
  const transport = async () => (await import("nodemailer")).createTransport(smtpUrl, { from });
  let opened: ReturnType<typeof transport> | undefined;
  return {
    async send({ kind, ...message }) {
      opened ??= transport();
      await (await opened).sendMail({ ...message, headers: HEADERS });
      log.info({ kind, subject: message.subject }, "mail sent");
    },
  };
}

function inboxMail(db: Database): Mail {
  return {
    async send({ to, subject, text }) {
      const { id } = await db
        .insertInto("development_mails")
        .values({ recipient: to, subject, body: text })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .deleteFrom("development_mails")
        .where("id", "<=", id - KEPT_MAILS)
        .execute();
    },
  };
}
