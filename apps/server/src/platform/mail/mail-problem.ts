const CONNECTION: Record<string, string> = {
  ECONNREFUSED: "Nothing listens at the mail server's address.",
  EDNS: "The mail server's name is not known.",
  ENOTFOUND: "The mail server's name is not known.",
  ETIMEDOUT: "The mail server does not answer.",
  ETLS: "The mail server and Kinora do not agree on TLS.",
};

/** Why a mail was not accepted, in a sentence, with what the server said. Codes are those of nodemailer and of Node. */
export function mailProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, response, cause } = error as Error & { code?: unknown; response?: unknown };
  const codes = [code, cause instanceof Error && "code" in cause ? cause.code : null, codeIn(error.message)];
  const said = typeof response === "string" && response !== "" ? ` It said: ${response}` : "";
  if (code === "EAUTH") return `The mail server refuses the user name or password of SMTP_URL.${said}`;
  if (code === "EENVELOPE") return `The mail server refuses the sender or the recipient.${said}`;
  if (code === "EMESSAGE") return `The mail server refuses the mail.${said}`;
  const known = codes.map((each) => (typeof each === "string" ? CONNECTION[each] : undefined)).find(Boolean);
  return `${known ?? "The mail server does not take the mail."}${said || ` ${error.message}`}`;
}

/** A system error's code in a message such as `connect ECONNREFUSED 127.0.0.1:25`. */
const codeIn = (message: string): string | null => /\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? null;
