import { compile } from "html-to-text";

const toText = compile({
  wordwrap: false,
  selectors: [
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    { selector: "img", format: "skip" },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
  // Feeds hold whole pages at times.
  limits: { maxInputLength: 200_000, maxChildNodes: 5_000, maxDepth: 50 },
});

/** The text of what makers of feeds write as HTML or as plain text; paragraphs and addresses of links stay. */
export function plainText(text: string): string {
  const isMarkup = /<\/?[a-z][^<>]*>|&(?:#\d+|#x[\da-f]+|[a-z]+);/i.test(text);
  return isMarkup ? toText(text).trim() : text;
}
