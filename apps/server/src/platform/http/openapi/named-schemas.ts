import { isPart, type Part } from "./plain-schemas.ts";

/** Characters of a reference, about. */
const REFERENCE_LENGTH = 50;
/** Characters of JSON that a name has to save to be worth it. */
const WORTH = 30;

export interface Components {
  schemas: Record<string, unknown>;
  parameters: Record<string, unknown>;
  responses: Record<string, unknown>;
  requestBodies: Record<string, unknown>;
}
type Kind = keyof Components;

/** `video_files` and `video-files` as `VideoFiles`. */
export const pascal = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/** A text without line ends and other control characters (`line` of the contract). */
const isLine = ({ type, pattern, maxLength, allOf }: Part) =>
  type === "string" && pattern === String.raw`^[^\p{Cc}]*$` && maxLength !== undefined && allOf === undefined;

const ID = JSON.stringify({ type: "integer", exclusiveMinimum: 0 });
/** A list of ids with a limit. */
const isIds = ({ type, items, maxItems }: Part) =>
  type === "array" && maxItems !== undefined && JSON.stringify(items) === ID;

/** What fields of many names take is called by that; null for every other part. */
function nameOfTaken(part: Part): string | null {
  const end = "default" in part ? "WithDefault" : "";
  if (isLine(part)) return `${"minLength" in part ? "Line" : "LineOrNone"}${String(part["maxLength"])}${end}`;
  if (isIds(part)) return `${"minItems" in part ? "Ids" : "IdsOrNone"}${String(part["maxItems"])}${end}`;
  return null;
}

/** The kind of component that a part can be, if any. A union with null alone is none: its other side is. */
function kindOf(part: Part): Kind | null {
  if (typeof part["in"] === "string" && typeof part["name"] === "string" && "schema" in part) return "parameters";
  if (typeof part["description"] === "string" && "content" in part && !("required" in part)) return "responses";
  if (part["required"] === true && isPart(part["content"])) return "requestBodies";
  if (part["type"] === "object" && isPart(part["properties"])) return "schemas";
  if (Array.isArray(part["enum"])) return "schemas";
  if (nameOfTaken(part) !== null) return "schemas";
  if (!Array.isArray(part["anyOf"])) return null;
  return part["anyOf"].length > 2 || !part["anyOf"].some((one) => isPart(one) && one["type"] === "null")
    ? "schemas"
    : null;
}

/**
 * Moves what a document repeats into its components, by structure: a schema under its title or the name of its export,
 * any other under the name of the field or operation that holds it first.
 * @param exported names by the JSON of a schema.
 */
export class NamedSchemas {
  readonly components: Components = { schemas: {}, parameters: {}, responses: {}, requestBodies: {} };
  readonly #exported: ReadonlyMap<string, string>;
  readonly #exportedNames: ReadonlySet<string>;
  readonly #counts = new Map<string, number>();
  readonly #names: Readonly<Record<Kind, Map<string, string>>> = {
    schemas: new Map(),
    parameters: new Map(),
    responses: new Map(),
    requestBodies: new Map(),
  };
  readonly #texts = new WeakMap<object, string>();

  constructor(document: unknown, exported: ReadonlyMap<string, string>) {
    this.#exported = exported;
    this.#exportedNames = new Set(exported.values());
    this.#count(document);
  }

  #textOf(part: Part): string {
    const text = this.#texts.get(part) ?? JSON.stringify(part);
    this.#texts.set(part, text);
    return text;
  }

  #count(value: unknown): void {
    if (Array.isArray(value)) for (const part of value) this.#count(part);
    if (!isPart(value)) return;
    if (kindOf(value)) {
      const text = this.#textOf(value);
      this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
    }
    for (const part of Object.values(value)) this.#count(part);
  }

  /** The same part with references in place of what it repeats. @param holders names of what holds it, the nearest last. */
  refer(value: unknown, holders: readonly string[] = []): unknown {
    if (Array.isArray(value)) return value.map((part) => this.refer(part, holders));
    if (!isPart(value)) return value;
    const kind = kindOf(value);
    const text = kind ? this.#textOf(value) : "";
    if (!kind || !this.#hasName(value, text)) return this.#referInside(value, holders);
    const name = this.#names[kind].get(text) ?? this.#add(kind, value, text, holders);
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** Makes a part a component. @returns its name. */
  #add(kind: Kind, part: Part, text: string, holders: readonly string[]): string {
    // An answer and a body are called as what they hold.
    const inside = kind === "responses" || kind === "requestBodies" ? this.#referInside(part, holders) : null;
    const held = inside && /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(inside))?.[1];
    const name = held ? this.#free(kind, [held]) : this.#freeName(kind, part, text, holders);
    this.#names[kind].set(text, name);
    // The name is taken before its parts are: what is inside cannot take it.
    this.components[kind][name] = inside;
    this.components[kind][name] = inside ?? this.#referInside(part, [name]);
    return name;
  }

  /** Whether a name is worth it; entities of the contract, and what has a title, have theirs wherever they are. */
  #hasName(part: Part, text: string): boolean {
    if ((this.#exported.has(text) || typeof part["title"] === "string") && text.length > REFERENCE_LENGTH) return true;
    const count = this.#counts.get(text) ?? 0;
    return (count - 1) * text.length - count * REFERENCE_LENGTH > WORTH;
  }

  #referInside(part: Part, holders: readonly string[]): Part {
    const inside = Object.entries(part).map(([name, value]) => [name, this.#referEntry(name, value, part, holders)]);
    return Object.fromEntries(inside) as Part;
  }

  #referEntry(name: string, value: unknown, part: Part, holders: readonly string[]): unknown {
    if (name === "properties" && isPart(value))
      return Object.fromEntries(
        Object.entries(value).map(([field, schema]) => [field, this.refer(schema, [...holders, field])]),
      );
    const holder = holderOf(part);
    if (holder === null) return this.refer(value, holders);
    if (name === "responses") return this.refer(value, [`${holder}Answer`]);
    return this.refer(value, [name === "requestBody" ? `${holder}Input` : holder]);
  }

  /** The shortest of the possible names that no other component has. */
  #freeName(kind: Kind, part: Part, text: string, holders: readonly string[]): string {
    if (typeof part["title"] === "string") return this.#free(kind, [part["title"]]);
    if (kind === "parameters") return this.#free(kind, [pascal(String(part["name"]))]);
    const taken = nameOfTaken(part);
    if (taken !== null) return this.#free(kind, [taken]);
    const own = holders.length > 2 ? holders.filter((name) => name !== "data") : holders;
    const longer = own
      .map((_name, at) => pascal(own.slice(own.length - 1 - at).join("_")))
      .filter((name) => name !== "Data");
    const exported = this.#exported.get(text);
    return this.#free(kind, exported ? [exported, ...longer] : longer.filter((name) => !this.#exportedNames.has(name)));
  }

  #free(kind: Kind, wanted: readonly string[]): string {
    const taken = this.components[kind];
    const free = wanted.find((name) => name !== "" && !(name in taken));
    if (free !== undefined) return free;
    const last = wanted.at(-1) ?? "Part";
    for (let number = 2; ; number += 1) if (!(`${last}${number}` in taken)) return `${last}${number}`;
  }
}

/** The name of an operation or of a parameter for what it holds; null for every other part. */
function holderOf(part: Part): string | null {
  const { operationId, in: place, name } = part;
  if (typeof operationId === "string") return operationId.split(/^webhook\.|^\w+\./).at(-1) ?? null;
  return typeof place === "string" && typeof name === "string" ? name : null;
}
