import { mailName } from "../platform/mail/mail-name.ts";

/** How a mail begins. */
export const greeting = ({ first_name: name }: { first_name: string }): string =>
  `Hello${name ? ` ${mailName(name)}` : ""},`;
