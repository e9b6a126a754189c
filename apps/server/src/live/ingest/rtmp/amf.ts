/** A value in an RTMP command or data message (AMF 0 specification, §2). */
export type AmfValue = number | boolean | string | null | undefined | AmfObject | AmfValue[];
export interface AmfObject {
  [name: string]: AmfValue;
}

/** The bytes are not AMF 0, or exceed the limits on depth and number of values. */
export class AmfError extends Error {}

const MARKERS = {
  number: 0,
  boolean: 1,
  string: 2,
  object: 3,
  null: 5,
  undefined: 6,
  map: 8,
  end: 9,
  list: 10,
} as const;
const DATE = 11;
const LONG_STRING = 12;
const DEEPEST = 8;
const MOST_VALUES = 512;

/** Reads every value of a message. @throws AmfError */
export function readAmf(bytes: Buffer): AmfValue[] {
  const reader = new AmfReader(bytes);
  const values: AmfValue[] = [];
  try {
    while (!reader.done) values.push(reader.value(0));
  } catch (error) {
    if (error instanceof RangeError) throw new AmfError("A message ends too early.", { cause: error });
    throw error;
  }
  return values;
}

class AmfReader {
  readonly #bytes: Buffer;
  #at = 0;
  #left = MOST_VALUES;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  value(depth: number): AmfValue {
    if (depth > DEEPEST || this.#left-- <= 0) throw new AmfError("A message has too many values.");
    const marker = this.#bytes.readUInt8(this.#at++);
    switch (marker) {
      case MARKERS.number:
        return this.#number();
      case MARKERS.boolean:
        return this.#bytes.readUInt8(this.#at++) !== 0;
      case MARKERS.string:
        return this.#text(this.#bytes.readUInt16BE(this.#at), 2);
      case LONG_STRING:
        return this.#text(this.#bytes.readUInt32BE(this.#at), 4);
      case MARKERS.object:
        return this.#object(depth);
      case MARKERS.map:
        this.#at += 4;
        return this.#object(depth);
      case MARKERS.list: {
        const length = this.#bytes.readUInt32BE(this.#at);
        this.#at += 4;
        if (length > MOST_VALUES) throw new AmfError("A message has too many values.");
        return Array.from({ length }, () => this.value(depth + 1));
      }
      case DATE: {
        const moment = this.#number();
        this.#at += 2;
        return moment;
      }
      case MARKERS.null:
        return null;
      case MARKERS.undefined:
        return undefined;
      default:
        throw new AmfError(`A message has the unknown marker ${marker}.`);
    }
  }

  #number(): number {
    const value = this.#bytes.readDoubleBE(this.#at);
    this.#at += 8;
    return value;
  }

  #text(length: number, prefix: number): string {
    const start = this.#at + prefix;
    if (start + length > this.#bytes.length) throw new AmfError("A message ends too early.");
    this.#at = start + length;
    return this.#bytes.toString("utf8", start, this.#at);
  }

  #object(depth: number): AmfObject {
    const entries: [string, AmfValue][] = [];
    for (;;) {
      const name = this.#text(this.#bytes.readUInt16BE(this.#at), 2);
      if (name === "" && this.#bytes.readUInt8(this.#at) === MARKERS.end) {
        this.#at += 1;
        return Object.fromEntries(entries);
      }
      entries.push([name, this.value(depth + 1)]);
    }
  }
}

/** Writes values as one message's payload. */
export function writeAmf(...values: readonly AmfValue[]): Buffer {
  return Buffer.concat(values.flatMap(encode));
}

function encode(value: AmfValue): Buffer[] {
  if (typeof value === "number") {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return [bytes];
  }
  if (typeof value === "boolean") return [Buffer.from([MARKERS.boolean, value ? 1 : 0])];
  if (typeof value === "string") return [Buffer.from([MARKERS.string]), name(value)];
  if (value === null) return [Buffer.from([MARKERS.null])];
  if (value === undefined) return [Buffer.from([MARKERS.undefined])];
  if (Array.isArray(value)) {
    const head = Buffer.alloc(5);
    head.writeUInt8(MARKERS.list, 0);
    head.writeUInt32BE(value.length, 1);
    return [head, ...value.flatMap(encode)];
  }
  return [
    Buffer.from([MARKERS.object]),
    ...Object.entries(value).flatMap(([key, inner]) => [name(key), ...encode(inner)]),
    Buffer.from([0, 0, MARKERS.end]),
  ];
}

function name(text: string): Buffer {
  const body = Buffer.from(text, "utf8");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length, 0);
  return Buffer.concat([length, body]);
}
