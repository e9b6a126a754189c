import type { XmlElement } from "@kinora/domain/ads/xml.ts";

/** The part of a DOM element that vast-client uses; Node.js has no DOM. */
class VastNode {
  readonly nodeName: string;
  readonly textContent: string;
  readonly parentNode: VastNode | null;
  readonly childNodes: VastNode[];
  readonly #attributes: Map<string, string>;

  constructor({ name, attributes, children, text }: XmlElement, parent: VastNode | null) {
    this.nodeName = name;
    this.textContent = text;
    this.parentNode = parent;
    this.#attributes = new Map(Object.entries(attributes));
    this.childNodes = children.map((child) => new VastNode(child, this));
  }

  get attributes(): { nodeName: string; nodeValue: string }[] {
    return [...this.#attributes].map(([nodeName, nodeValue]) => ({ nodeName, nodeValue }));
  }

  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null;
  }

  setAttribute(name: string, value: string): void {
    this.#attributes.set(name, value);
  }
}

/** A VAST document for vast-client. */
export interface VastDocument {
  documentElement: VastNode;
}

/** Makes a document for vast-client of what `readXml` read. */
export const documentOf = (root: XmlElement): VastDocument => ({ documentElement: new VastNode(root, null) });

/** A document without ads. */
export const NO_ADS: VastDocument = documentOf({ name: "VAST", attributes: {}, children: [], text: "", inner: "" });
