import { z } from "zod";

/** What a string of a sample is, by the path of its field, as `data.0.title`, and a number that no other has. */
export type SampleText = (path: string, count: number) => string;

/** Strings that schemas with a format of their own take: the first that fits is the sample. */
const FORMATS = [
  "2026-09-21T10:00:00.000Z",
  "2026-09-21",
  "2026-09",
  "https://films.example/harbour",
  "films.example",
  "mara@films.example",
  "0199695c-9a5e-7c38-8f3a-21c9d4e5f607",
  "8f3a21c9d4e5f607",
  "#2266cc",
  "UTC",
  "DE",
  "en",
  "10:00",
  "720p",
  "192.0.2.0/24",
  "0",
];
/** Followed by a number: pages tell apart what is at two addresses. */
const ADDRESS = "https://films.example/";
/** What the server writes itself; the first that fits a field's path. All other texts may be people's words. */
const OF_THE_SERVER: readonly [field: RegExp, value: string][] = [
  [/urls?(\..*)?$|(link|picture)s?(\.\w+)?$/s, ADDRESS],
  [/(_on|_from|_to|_until|\.from|\.to|\.day)$/, "2026-09-21"],
  [/month$/, "2026-09"],
  [/time_?zone$/, "UTC"],
  [/(country|vat_rates)$/, "DE"],
  [/language$/, "en"],
  [/hash$/, "8f3a21"],
];
/** How long a text may be where not all of it fits, in letters. */
const LENGTHS = [200, 100, 50, 20];
const NUMBERS = [1, 0, 10, 100, 720, 0.5, 1_000, 1_000_000_000];
/** How many entries a list has: enough that two can be told apart. */
const ENTRIES = 2;

const at = (path: string, name: string | number) => (path === "" ? String(name) : `${path}.${name}`);

/** Makes values that a schema of the contract takes, no two alike: ids count up, and choices take turns. */
export class Samples {
  #count = 0;
  /** Whether what may be null is null, and lists are short. */
  #isSparse = false;
  readonly #text: SampleText;

  constructor(text: SampleText = (path, count) => `${path.split(".").at(-1)} ${count}`) {
    this.#text = text;
  }

  /** @throws Error for a schema of which no sample is known. */
  of(schema: z.core.$ZodType, path = ""): unknown {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    this.#count += 1;
    switch (def.type) {
      case "object":
        return this.#object(schema, def, path);
      case "array":
        return this.#fitting(schema, path, this.#lists(def.element, path));
      case "record":
        return this.#record(def, path);
      case "string":
        return this.#fitting(schema, path, this.#texts(path));
      case "number":
        return this.#fitting(schema, path, [this.#count, ...NUMBERS]);
      case "boolean":
        // A list has one default.
        return path.endsWith("is_default") ? /\b0\.is_default$/.test(path) : this.#count % 2 === 0;
      case "date":
        return new Date(FORMATS[0] ?? "");
      case "enum":
        return this.#turn(Object.values(def.entries));
      case "literal":
        return this.#turn(def.values);
      case "union":
        return this.of(this.#turn(def.options.filter((option) => option._zod.def.type !== "undefined")), path);
      case "intersection": {
        const both: object = Object.assign({}, this.of(def.left, path), this.of(def.right, path));
        return both;
      }
      case "nullable":
        return this.#isSparse ? null : this.of(def.innerType, path);
      case "optional":
      case "default":
        return this.of(def.innerType, path);
      case "pipe":
        return this.of(def.in._zod.def.type === "transform" ? def.out : def.in, path);
      case "unknown":
        return this.#text(path, this.#count);
      case "undefined":
        return undefined;
      default:
        throw new Error(`${path} is of the type ${def.type}, of which no sample is made.`);
    }
  }

  /** With all its fields; or with as few as it may have, where its rules do not take all. */
  #object(schema: z.core.$ZodType, { shape }: z.core.$ZodObjectDef, path: string): object {
    const make = () =>
      Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, this.of(part, at(path, name))]));
    const full = make();
    if (this.#isSparse || z.safeParse(schema, full).success) return full;
    this.#isSparse = true;
    const sparse = make();
    this.#isSparse = false;
    return sparse;
  }

  #turn<Choice>(choices: readonly Choice[]): Choice {
    const choice = choices[this.#count % choices.length];
    if (choice === undefined) throw new Error("There is nothing to choose from.");
    return choice;
  }

  #texts(path: string): string[] {
    const own = OF_THE_SERVER.find(([field]) => field.test(path))?.[1];
    const text = own ?? this.#text(path, this.#count);
    return [
      own === ADDRESS ? `${own}${this.#count}` : text,
      ...LENGTHS.map((length) => text.slice(0, length)),
      ...FORMATS,
    ];
  }

  /** Longer and shorter lists; an empty one is the last resort. */
  #lists(element: z.core.$ZodType, path: string): unknown[][] {
    const entries = Array.from({ length: ENTRIES }, (_, index) => this.of(element, at(path, index)));
    return this.#isSparse ? [entries.slice(0, 1), []] : [entries, entries.slice(0, 1), []];
  }

  #record({ keyType, valueType }: z.core.$ZodRecordDef, path: string): object {
    const { def } = (keyType as z.core.$ZodTypes)._zod;
    const names = def.type === "enum" ? Object.values(def.entries) : [this.of(keyType, path)];
    const record: Record<string, unknown> = {};
    for (const name of names.map(String)) record[name] = this.of(valueType, at(path, name));
    return record;
  }

  #fitting<Value>(schema: z.core.$ZodType, path: string, candidates: readonly Value[]): Value {
    const found = candidates.find((candidate) => z.safeParse(schema, candidate).success);
    if (found === undefined) throw new Error(`${path} takes none of the values that samples know.`);
    return found;
  }
}
