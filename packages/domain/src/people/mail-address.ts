/** Characters of an address (RFC 5321 §4.5.3.1.3, with the brackets of a path). */
export const MAIL_ADDRESS_MAX = 254;
const LOCAL_PART_MAX = 64;

interface MailAddress {
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

/** What would begin another part of a URL, with whose parser domains are read. */
const NO_DOMAIN = /[/?#%]/;

/**
 * An email address with its domain as mail servers know it: letters beyond ASCII as punycode (UTS #46), in lower case.
 * A text that is no address stays as it is. Pure.
 */
export function asciiMailAddress(text: string): string {
  const address = parseMailAddress(text);
  if (!address || !/[^\p{ASCII}]/u.test(address.domain) || NO_DOMAIN.test(address.domain)) return text;
  const url = `http://${address.domain}`;
  return URL.canParse(url) ? `${address.local}@${new URL(url).hostname}` : text;
}

/** What nobody sees comes along with an address that is copied: marks of direction, joiners, blanks without a width. */
const UNSEEN = /\p{Cf}/gu;
/** Letters and signs of ASCII as keyboards of East Asia write them. */
const WIDE = /[\uff01-\uff5e]/gu;

/**
 * The address that someone means who types or pastes one: like {@link asciiMailAddress}, without what nobody sees and the full stop
 * of a sentence. Not for what another system says about a person: there, such an address may be another one's. Pure.
 */
export function typedMailAddress(text: string): string {
  // What is far longer is none; looking for the dots at its end would take the square of its length.
  if (text.length > 4 * MAIL_ADDRESS_MAX) return text;
  const typed = text
    .replaceAll(UNSEEN, "")
    .replaceAll(WIDE, (letter) => letter.normalize("NFKC"))
    .trim()
    .replace(/\.+$/, "");
  return parseMailAddress(typed) ? asciiMailAddress(typed) : text;
}
