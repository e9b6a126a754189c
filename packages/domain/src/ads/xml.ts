/** An element of an XML document. Names have no prefix; text is that of all text and CDATA directly inside. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
  /** The document's text between its tags. */
  inner: string;
}

/** A tag, comment, section or instruction at one place. A name ends where it ends: read again from within, it takes the square of its length. */
const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<(\/?)([\w:.-]+)(?![\w:.-])((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/y;
const ATTRIBUTES = /^(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*$/;
const BARE_AMPERSAND = /&(?!#\d+;|#x[\da-f]+;|\w+;)/i;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const DEPTH_MAX = 64;

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

const unescape = (text: string) =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
    (whole: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? whole;
      const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );

interface Open extends XmlElement {
  begins: number;
  /** How the start tag wrote its name. */
  written: string;
}

/** The tokens of a document, each from its `<` on; null where one has no end. */
function* tokensOf(text: string): Generator<RegExpExecArray | null> {
  const token = new RegExp(TOKEN);
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", token.lastIndex)) {
    token.lastIndex = at;
    const found = token.exec(text);
    yield found;
    if (!found) return;
  }
}

/**
 * Reads an XML document; null when its tags do not match. It knows elements, attributes, text and CDATA, which is all that VMAP
 * uses. Document types are refused, so that no entity can expand.
 */
export function readXml(text: string): XmlElement | null {
  if (/<!DOCTYPE/i.test(text)) return null;
  const root: Open = { name: "", attributes: {}, children: [], text: "", inner: "", begins: 0, written: "" };
  const open = [root];
  let end = 0;
  for (const token of tokensOf(text)) {
    if (!token) return null;
    const [whole, data, slash, written, attributes = "", empty] = token;
    const parent = open.at(-1) ?? root;
    const between = text.slice(end, token.index);
    if (BARE_AMPERSAND.test(between)) return null;
    parent.text += unescape(between) + (data ?? "");
    end = token.index + whole.length;
    if (written === undefined) continue;
    if (slash === "/") {
      if (open.length < 2 || parent.written !== written) return null;
      parent.inner = text.slice(parent.begins, token.index);
      open.pop();
      continue;
    }
    if (!ATTRIBUTES.test(attributes) || BARE_AMPERSAND.test(attributes)) return null;
    const element = {
      name: localName(written),
      attributes: readAttributes(attributes),
      children: [],
      text: "",
      inner: "",
    };
    const opened: Open = { ...element, begins: end, written };
    parent.children.push(opened);
    if (empty !== "/" && open.push(opened) > DEPTH_MAX) return null;
  }
  const [document] = root.children;
  return document && open.length === 1 && root.children.length === 1 && text.slice(end).trim() === "" ? document : null;
}

const readAttributes = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = "", double, single]) => [
      localName(name),
      unescape(double ?? single ?? ""),
    ]),
  );

/** The children of a name, in order. */
export const childrenNamed = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];
