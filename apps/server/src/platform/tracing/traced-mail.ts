import type { Mail } from "../mail/mail.ts";
import type { Tracing } from "./tracing.ts";

/** Puts each mail into a span of the work that sends it, with its kind; who gets it and what it says stay here. */
export function tracedMail(mail: Mail, tracing: Tracing): Mail {
  if (!tracing.isOn) return mail;
  return {
    send: (message) =>
      tracing.parent() === null
        ? mail.send(message)
        : tracing.traced("mail send", { "kinora.mail_kind": message.kind }, () => mail.send(message), {
            kind: "client",
          }),
  };
}
