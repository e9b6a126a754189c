/** A key is cut here: what is longer is none. */
const KEY_MAX = 200;

/**
 * The stream key in what people paste into an encoder: without blanks, line ends and quotes around it, a slash after it, the kind of
 * file (`mp4:`), and the query or fragment (`#feedbackplay`) that programs add. Keys have letters, digits, `-` and `_` only. Pure.
 */
export function pastedStreamKey(text: string): string {
  const typed = text
    .slice(0, 2 * KEY_MAX)
    .replace(/^[\s"'/\u200B\uFEFF]+/, "")
    .replace(/^(?:mp4|flv|f4v):/, "");
  return typed.split(/[\s?&#"'/\u200B\uFEFF]/, 1)[0]?.slice(0, KEY_MAX) ?? "";
}

/**
 * The stream key that people paste into the server's address of an encoder, after its application: empty where there is none,
 * null where the application is another one. A query, slashes and the name of the default instance are left out. Pure.
 */
export function keyAfterApplication(text: string, application: string): string | null {
  const [name, ...rest] = text
    .slice(0, 2 * KEY_MAX)
    .replace(/[?#].*$/s, "")
    .split("/")
    .filter((part) => part.trim() !== "" && part !== "_definst_");
  return name === application ? pastedStreamKey(rest.join("/")) : null;
}
