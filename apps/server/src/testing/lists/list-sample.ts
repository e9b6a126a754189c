import type { TestProject, TestServices } from "../../platform/testing.ts";

/** Fields of a query; those with several values are sent as `name[]`. */
export type Query = Readonly<Record<string, string | number | readonly (string | number)[]>>;

/** A value of the field that distinguishes the rows of a list (`ListSample.key`). */
export type Key = string | number;

/** Three rows in a list, with what its parameters make of them. */
export interface ListSample {
  /** Parameters of the path beside those of the project or account. */
  path?: Readonly<Record<string, number>>;
  /** Sent in every call, as the range of a report. */
  query?: Query;
  /** The field that distinguishes rows; `id` unless given. */
  key?: string;
  /** All rows, in the order that the list has by itself. */
  rows: readonly Key[];
  /** For each sort, without its direction, the rows ascending. */
  sorts?: Readonly<Record<string, readonly Key[]>>;
  /** For each further parameter a query that has it, and the rows it leaves in the list's own order, or their number. */
  filters: Readonly<Record<string, readonly [query: Query, rows: readonly Key[] | number]>>;
}

/** A project and account of its own, in which nothing else is. */
export interface Place extends TestProject {
  services: TestServices;
}

/** Inserts three rows of one kind. A list that has several tables or orders returns a sample for each. */
export type ListMaker = (place: Place) => Promise<ListSample | readonly ListSample[]>;

export const placeOf = ({ projectId, accountId }: Place) => ({ project_id: projectId, account_id: accountId });

/** The ids of three inserted rows, in their order. @throws RangeError for another number of rows */
export async function three<Id extends Key>(insert: {
  execute(): Promise<{ id: Id }[]>;
}): Promise<readonly [Id, Id, Id]> {
  const [first, second, third, ...more] = (await insert.execute()).map(({ id }) => id);
  if (first === undefined || second === undefined || third === undefined || more.length > 0)
    throw new RangeError("a list of the test has three rows");
  return [first, second, third];
}

/** A moment of January 2026; days count from 1. */
export const onDay = (day: number): Date => new Date(Date.UTC(2026, 0, day, 12));

/** The same day as filters have it. */
export const dayText = (day: number): string => onDay(day).toISOString().slice(0, 10);
