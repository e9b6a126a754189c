// XML 1.0 §2.2 allows only three control characters, no halves of surrogate pairs and neither of the two noncharacters.
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;
const NONCHARACTER = /[\ufffe\uffff]/g;
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Attributes of an element; those without a value are left out. */
export type XmlAttributes = Record<string, string | number | boolean | null | undefined>;

/** Escapes text for XML, between tags or in a quoted attribute; characters that XML does not allow are left out. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(CONTROL, "")
    .replaceAll(NONCHARACTER, "")
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** Writes an element around content that is XML already; an empty one without content. */
export function xmlElement(name: string, attributes: XmlAttributes, content: string | null = null): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [` ${key}="${escapeXml(String(value))}"`],
  );
  return `<${name}${written.join("")}${content === null ? "/>" : `>${content}</${name}>`}`;
}

/** Writes an element that holds text. */
export const xmlText = (name: string, content: string, attributes: XmlAttributes = {}): string =>
  xmlElement(name, attributes, escapeXml(content));
