/**
 * A name that a user chose, safe to print in a mail: mail programs turn what looks like a URL into a link, and an
 * untrusted link must not appear beside ours. A space after each dot, colon, slash and at sign prevents that and leaves
 * the name readable.
 */
export const mailName = (name: string): string => name.replaceAll(/([.:/@\\\u3002\uFF0E\uFF61])(?=\S)/gu, "$1 ");
