/** An element as fast-xml-parser gives it: children by name, attributes by `@name`, its text as `#text`. */
export interface XmlNode {
  [name: string]: unknown;
}

/** Children of this name; an element with nothing but text is a node with that text. */
export function childrenOf(node: XmlNode | null, name: string): XmlNode[] {
  const value = node?.[name];
  const all: unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return all.map((each) => (typeof each === "object" && each !== null ? { ...each } : { "#text": each }));
}

/** The first child of this name; null for none. */
export const nodeAt = (node: XmlNode | null, name: string): XmlNode | null => childrenOf(node, name)[0] ?? null;

/** The text of the first child of this name, of an attribute or of the element itself, trimmed; empty for none. */
export function textAt(node: XmlNode | null, name: string): string {
  const value = name.startsWith("@") || name === "#text" ? node?.[name] : nodeAt(node, name)?.["#text"];
  return typeof value === "string" ? value.trim() : "";
}
