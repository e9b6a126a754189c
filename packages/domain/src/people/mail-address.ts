/** Characters of an address (RFC 5321 §4.5.3.1.3, with the brackets of a path). */
export const MAIL_ADDRESS_MAX = 254;
const LOCAL_PART_MAX = 64;

export interface MailAddress {
  local: string;
  /** In lower case. */
  domain: string;
}

/**
 * The two parts of a mail address; null for any other text. There is one @: quoted local parts (RFC 5321 §4.1.2), which may
 * hold another, are refused, because programs disagree about which domain such an address belongs to.
 */
export function parseMailAddress(text: string): MailAddress | null {
  const [local = "", domain = "", ...more] = text.split("@");
  if (local === "" || domain === "" || more.length > 0) return null;
  if (text.length > MAIL_ADDRESS_MAX || local.length > LOCAL_PART_MAX) return null;
  return /[\s\p{Cc}"<>,;:\\()[\]]/u.test(text) ? null : { local, domain: domain.toLowerCase() };
}
