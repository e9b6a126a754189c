/** A header an import's address is asked with, such as `Authorization`. */
export interface FetchHeader {
  name: string;
  value: string;
}

export const FETCH_HEADER_NAME_MAX = 100;
export const FETCH_HEADER_VALUE_MAX = 4_000;

/** Headers that steer the connection or say what the fetching itself decides (RFC 9110 §7.6.1 and the fetcher's own). */
const OWN = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "range",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** A header's name is a token (RFC 9110 §5.6.2). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** What is wrong with a header, by its field; null when it can be sent. Its value is never repeated in the message. */
export function fetchHeaderProblem({
  name,
  value,
}: FetchHeader): { field: "header_name" | "header_value"; message: string } | null {
  const wrongName = (message: string) => ({ field: "header_name" as const, message });
  const wrongValue = (message: string) => ({ field: "header_value" as const, message });
  if (name === "") return wrongName("Write the header's name, such as Authorization.");
  if (name.length > FETCH_HEADER_NAME_MAX || !TOKEN.test(name))
    return wrongName("A header's name has letters, digits and dashes only.");
  const lower = name.toLowerCase();
  if (OWN.has(lower) || lower.startsWith("proxy-")) return wrongName(`The header ${name} is set by the server itself.`);
  if (value === "") return wrongValue("Write the header's value.");
  if (value.length > FETCH_HEADER_VALUE_MAX)
    return wrongValue(`A header's value has up to ${FETCH_HEADER_VALUE_MAX} characters.`);
  if (!/^[\x21-\x7E]([\x20-\x7E\t]*[\x21-\x7E])?$/.test(value))
    return wrongValue("A header's value is one line of plain ASCII characters.");
  return null;
}
