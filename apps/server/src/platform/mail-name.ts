/**
 * A name that somebody chose, as it stands in a mail: mail programs turn what looks like an address into a link, and a
 * stranger's link must not stand beside ours. A space after each dot, colon, slash and at sign, which none of them
 * takes for a part of an address, leaves the name readable.
 */
export const mailName = (name: string): string => name.replaceAll(/([.:/@\\\u3002\uFF0E\uFF61])(?=\S)/gu, "$1 ");
