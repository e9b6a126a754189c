/** How often someone may cause mails of a kind in a day of UTC. */
export interface MailLimit {
  /** Kinds with the same name are counted together. */
  counted: string;
  /** Mails to one address, whoever causes them, and what helps above. */
  toAddress?: number;
  help?: string;
  /** Mails that the people of one account cause. */
  ofAccount?: number;
}

const WORK: MailLimit = { counted: "", toAddress: 10, ofAccount: 200, help: "pass on the link by hand" };
/** More than someone needs who forgets their password; enough to reach them when another person asks for such mails, too. */
const SIGN_IN: MailLimit = { counted: "sign-in", toAddress: 20, help: "ask a superuser for a link" };
const NOTICES: MailLimit = { counted: "notices", ofAccount: 20 };

/**
 * Every kind of mail. A kind that someone can cause, as often as they want and to whom they choose, has a limit; the others name
 * what they follow.
 */
export const MAIL_KINDS = {
  invitation: WORK,
  project_transfer: WORK,
  invoice: WORK,
  activation: SIGN_IN,
  password_reset: SIGN_IN,
  registration: SIGN_IN,
  email_change: SIGN_IN,
  /** Counted by itself: who guesses passwords cannot use up the person's other mails. */
  confirm_browser: { counted: "confirm", toAddress: 10, help: "use a browser you signed in with before" },
  /** Superusers help people whose own requests are used up. */
  sign_in_link: { counted: "superusers", toAddress: 20, help: "run `kinora user recover` on the server" },
  test: { counted: "test", toAddress: 20, help: "look into the logs of the mail server" },
  plan_request: NOTICES,
  account_export: NOTICES,
  email_changed: { follows: "a change that both addresses confirmed" },
  sign_in_changed: { follows: "a change of one's own sign-in, to its person" },
  new_browser: { follows: "a sign-in of the person themselves" },
  storage_warning: { follows: "a quota that is nearly used, once" },
  usage_warning: { follows: "a part of a plan that is used, once a month" },
  lost_proof: { follows: "a record that is gone, once" },
  webhook_disabled: { follows: "a webhook that failed for days" },
  account_closing: { follows: "an owner's word, to the owners themselves" },
} as const satisfies Record<string, MailLimit | { follows: string }>;

export type MailKind = keyof typeof MAIL_KINDS;

/** The kinds that someone can cause. */
export type CausedMail = { [Kind in MailKind]: (typeof MAIL_KINDS)[Kind] extends MailLimit ? Kind : never }[MailKind];
