import { childrenOf, textAt, type XmlNode } from "./xml-node.ts";

/** A feed in Atom (RFC 4287) as a channel of RSS, so that one reader serves both. Elements of other namespaces stay. */
export const channelOfAtom = (feed: XmlNode): XmlNode => ({
  ...feed,
  category: categoriesOf(feed),
  item: childrenOf(feed, "entry").map(itemOf),
});

const itemOf = (entry: XmlNode): XmlNode => ({
  ...entry,
  guid: textAt(entry, "id"),
  description: textAt(entry, "content") || textAt(entry, "summary"),
  category: categoriesOf(entry),
  pubdate: textAt(entry, "published") || textAt(entry, "updated"),
  // Of the file, not of the page about it.
  enclosure: childrenOf(entry, "link")
    .filter((link) => textAt(link, "@rel") === "enclosure")
    .map((link) => ({ ...link, "@url": textAt(link, "@href") })),
  link: linkOf(entry),
});

/** The page about an entry: links without a relation are of it (RFC 4287 §4.2.7.2). */
function linkOf(entry: XmlNode): string {
  const links = childrenOf(entry, "link").filter((link) => ["", "alternate"].includes(textAt(link, "@rel")));
  return textAt(links[0] ?? null, "@href");
}

/** Names for people, else the terms themselves. */
const categoriesOf = (node: XmlNode): string[] =>
  childrenOf(node, "category").map((category) => textAt(category, "@label") || textAt(category, "@term"));
