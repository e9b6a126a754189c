/** One thing an address says of a list: how it is read. */
export interface ViewField<Value> {
  /** The value of what the address has under its name; undefined for nothing and for what makes no sense. */
  read: (raw: unknown) => Value | undefined;
  /** What counts when the address says nothing; it is never written. */
  usual?: Value;
  /** Whether it leaves out rows, so that an empty list is not taken for a list without anything in it. */
  narrows: boolean;
}

export type Fields = Record<string, ViewField<unknown>>;
type ValueOf<Field> = Field extends ViewField<infer Value> ? Value : never;

/** What the address says, as short as it can be: the usual is left out. */
export type Address<Schema extends Fields> = { [Name in keyof Schema]?: ValueOf<Schema[Name]> } & {
  page?: number;
  per_page?: number;
};

/** What of an address changes; undefined takes it out. */
export type AddressChange<Schema extends Fields> = {
  [Name in keyof Address<Schema>]?: Address<Schema>[Name] | undefined;
};

export interface ListView<Schema extends Fields> {
  /** Reads an address; what makes no sense counts as not said. For `validateSearch` of a route. */
  read: (raw: Record<string, unknown>) => Address<Schema>;
  /** An address after a change. A change of anything but the page leads to the first page. */
  change: (address: Address<Schema>, change: AddressChange<Schema>) => Address<Schema>;
  /** The address of everything: without search and filters, in the same order. */
  clear: (address: Address<Schema>) => Address<Schema>;
  /** Whether anything is left out. */
  isNarrowed: (address: Address<Schema>) => boolean;
  /** What counts for a field when the address says nothing. */
  usual: (name: string) => string | undefined;
  /** The rows of a page and the page itself, as the API counts them. */
  pageOf: (address: Address<Schema>) => { page: number; per_page: number };
}

/** How many rows a page may have (the first is usual). */
const PAGE_SIZES = [30, 50, 100] as const;

const positive = (raw: unknown): number | undefined => {
  const number = typeof raw === "string" || typeof raw === "number" ? Number(raw) : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** A text that is searched for; in lower case where the search is so in the address. */
export const searched = ({ lowerCase = false } = {}): ViewField<string> => ({
  read(raw) {
    const text = typeof raw === "string" || typeof raw === "number" ? String(raw).trim() : "";
    return (lowerCase ? text.toLowerCase() : text) || undefined;
  },
  narrows: true,
});

/** One of a few words. */
export const oneOf = <const Value extends string>(values: readonly Value[]): ViewField<Value> => ({
  read: (raw) => values.find((known) => known === String(raw)),
  narrows: true,
});

/** Which part of a page or which order is shown: the first word is the usual one, and no row is left out. */
export const shownAs = <const Value extends string>(values: readonly [Value, ...Value[]]): ViewField<Value> => ({
  ...oneOf(values),
  usual: values[0],
  narrows: false,
});

/** The id of something the rows belong to. */
export const idOf = (): ViewField<number> => ({ read: positive, narrows: true });

/** A day, such as `2030-01-31`. */
export const dayOf = (): ViewField<string> => ({
  read: (raw) => (typeof raw === "string" && /^\d{4}-\d\d-\d\d$/.test(raw) ? raw : undefined),
  narrows: true,
});

/** Something that is either asked for or not. */
export const flag = (): ViewField<true> => ({
  read: (raw) => (String(raw) === "true" ? true : undefined),
  narrows: true,
});

/**
 * A list's state in its address, from one description of it: what it is searched for, filtered and sorted by, its page
 * and the rows of a page.
 */
export function listView<Schema extends Fields>(schema: Schema): ListView<Schema> {
  const paging: Fields = {
    page: { read: positive, usual: 1, narrows: false },
    per_page: {
      read: (raw) => PAGE_SIZES.find((size) => size === positive(raw)),
      usual: PAGE_SIZES[0],
      narrows: false,
    },
  };
  const fields = Object.entries<ViewField<unknown>>({ ...schema, ...paging });
  const read = (raw: Record<string, unknown>): Address<Schema> => {
    const said = fields.flatMap(([name, field]) => {
      const value = field.read(raw[name]);
      return value === undefined || value === field.usual ? [] : [[name, value] as const];
    });
    // Each value was read by its own field, which the compiler cannot follow through entries.
    return Object.fromEntries(said) as Address<Schema>;
  };
  const narrowing = fields.filter(([, { narrows }]) => narrows).map(([name]) => name);
  return {
    read,
    change: (address, change) => read({ ...address, page: undefined, ...change }),
    clear: (address) =>
      read({ ...address, page: undefined, ...Object.fromEntries(narrowing.map((name) => [name, undefined])) }),
    isNarrowed: (address) => narrowing.some((name) => name in address),
    usual: (name) => (typeof schema[name]?.usual === "string" ? schema[name].usual : undefined),
    pageOf: ({ page = 1, per_page = PAGE_SIZES[0] }) => ({ page, per_page }),
  };
}

/** A filter as the query of an address, such as an export's: lists as `name[]`. */
export function queryOf(
  filter: Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (typeof value === "object") for (const each of value) query.append(`${name}[]`, String(each));
    else if (value !== undefined) query.append(name, String(value));
  }
  return query.toString();
}
