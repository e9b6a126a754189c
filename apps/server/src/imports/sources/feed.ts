import { plainEntry, type ImportEntry } from "@kinora/domain/imports/imports.ts";
import { XMLParser } from "fast-xml-parser";
import { GiveUp } from "../../platform/refusal.ts";
import { channelOfAtom } from "./atom.ts";
import { feedDate } from "./feed-date.ts";
import { mediaOf } from "./feed-media.ts";
import type { FoundItems } from "./found-items.ts";
import { plainText } from "./plain-text.ts";
import { childrenOf, nodeAt, textAt, type XmlNode } from "./xml-node.ts";

const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  // Makers write the names of RSS in other cases.
  transformTagName: (name) => name.toLowerCase(),
});

/**
 * Reads a podcast's feed (RSS 2.0 with the namespaces of Apple Podcasts and the Podcast Index), an MRSS feed or one in Atom.
 * @param address where it was fetched from: relative addresses count from there.
 * @throws GiveUp when it is none of them.
 */
export function readFeed(xml: string, address: string): FoundItems {
  const channel = channelOf(xml);
  const name = plainText(textAt(channel, "title")) || new URL(address).hostname;
  const said = textAt(channel, "@xml:base");
  const base = said !== "" && URL.canParse(said, address) ? new URL(said, address).href : address;
  // Some makers of RSS 1.0 and 0.9 write items beside the channel.
  const items = childrenOf(channel, "item");
  const [category = null] = labelsOf(channel);
  const feed = { name, base, host: hostOf(address), category };
  return { name, entries: withOwnKeys(items.map((item, place) => entryOf(item, { ...feed, place }))) };
}

/**
 * Makers give several items the same guid: one with another file is another item. Its file tells each of them apart, wherever in the
 * feed they are, so that a further item changes the key of none.
 */
function withOwnKeys(entries: readonly ImportEntry[]): ImportEntry[] {
  const fileOf = ({ media }: ImportEntry) => (media && "url" in media ? media.url : "");
  const firstFiles = new Map<string, string>();
  const shared = new Set<string>();
  for (const entry of entries) {
    const file = fileOf(entry);
    if ((firstFiles.get(entry.key) ?? file) !== file) shared.add(entry.key);
    firstFiles.set(entry.key, file);
  }
  return entries.map((entry) => (shared.has(entry.key) ? { ...entry, key: `${entry.key} ${fileOf(entry)}` } : entry));
}

function channelOf(xml: string): XmlNode {
  let document: XmlNode;
  try {
    document = PARSER.parse(xml.replace(/^[\uFEFF\s]+/, "")) as XmlNode;
  } catch (error) {
    throw new GiveUp("invalid", `The feed is no well-formed XML: ${error instanceof Error ? error.message : ""}`);
  }
  const channel = nodeAt(nodeAt(document, "rss"), "channel");
  if (channel) return channel;
  const rdf = nodeAt(document, "rdf:rdf");
  if (rdf) return { ...nodeAt(rdf, "channel"), item: rdf["item"] ?? [] };
  const atom = nodeAt(document, "feed");
  if (atom) return channelOfAtom(atom);
  throw new GiveUp("invalid", "There is no feed in RSS or Atom at this address.");
}

interface Feed {
  name: string;
  base: string;
  host: string;
  /** Of items that have none. */
  category: string | null;
  /** Of the item in the feed, from 0. */
  place: number;
}

function entryOf(item: XmlNode, { name, base, host, category, place }: Feed): ImportEntry {
  const { media, captions, picture, chapters, notes } = mediaOf(item, base);
  const guid = textAt(item, "guid");
  const title =
    textAt(item, "title") || textAt(item, "media:title") || textAt(item, "itunes:title") || media?.fileName || "";
  const key = guid || media?.url || textAt(item, "link") || title || String(place);
  const labels = labelsOf(item);
  return {
    // The same number is the guid of items in feeds of different hosts.
    ...plainEntry(`feed:${host}:${key}`, plainText(title)),
    description: descriptionOf(item),
    category: labels[0] ?? category,
    tags: [...labels.slice(1), ...keywordsOf(item)],
    date: dateOf(item),
    media: media ? { url: media.url } : null,
    captions,
    picture: picture === null ? null : { url: picture },
    chapters: chapters === null ? null : { url: chapters },
    playlists: [name],
    notes,
    problem: media ? null : "It has no video or audio file.",
  };
}

/** The longest of the texts that makers put into different elements, without markup. */
function descriptionOf(item: XmlNode): string {
  const texts = ["content:encoded", "description", "itunes:summary", "media:description", "itunes:subtitle"];
  const plain = texts.map((name) => plainText(textAt(item, name)));
  return plain.reduce((longest, text) => (text.length > longest.length ? text : longest), "");
}

/** Names of categories: the text of RSS and MRSS, the attribute of Apple's. */
const labelsOf = (item: XmlNode): string[] =>
  ["category", "media:category", "itunes:category"].flatMap((name) =>
    childrenOf(item, name)
      .map((node) => plainText(textAt(node, "#text") || textAt(node, "@label") || textAt(node, "@text")))
      .filter((text) => text !== ""),
  );

const keywordsOf = (item: XmlNode): string[] =>
  [textAt(item, "media:keywords"), textAt(item, "itunes:keywords")].flatMap((text) => text.split(","));

const dateOf = (item: XmlNode): string | null =>
  feedDate(textAt(item, "pubdate") || textAt(item, "dc:date") || textAt(item, "dcterms:available"));

/** A feed that moved from http to https, or to or from www, is the same. */
const hostOf = (address: string): string => new URL(address).hostname.replace(/^www\./, "");
