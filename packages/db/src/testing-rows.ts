import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from "kysely";
import type { Executor } from "./connect.ts";
import type { Schema } from "./schema.ts";

// Rows of tests, in one line each. What needs a join or another condition is written with the query builder.

/** Where rows are: a database, a transaction, or what has a database. */
type Place = Executor | { db: Executor };
type Table = keyof Schema;
type Row<T extends Table> = Selectable<Schema[T]>;
type Column<T extends Table> = keyof Row<T> & string;
/** The values of the rows that are meant, all of them; null is a column without a value. */
type Where<T extends Table> = Partial<Row<T>>;

/** Inserts a row. @returns it with the values that the database gave it. */
export async function insertRow<T extends Table>(
  place: Place,
  table: T,
  values: Insertable<Schema[T]>,
): Promise<Row<T>> {
  return first(table, await insertRows(place, table, [values]));
}

/** Inserts rows in one statement. @returns them in their order, with the values that the database gave them. */
export async function insertRows<T extends Table>(
  place: Place,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
): Promise<Row<T>[]> {
  const given = rows.map((values) => new Map(entries(values)));
  const columns = [...new Set(given.flatMap((values) => [...values.keys()]))];
  const tuples = given.map((values) =>
    sql.join(columns.map((column) => (values.has(column) ? sql`${values.get(column)}` : sql`default`))),
  );
  const inserted = await sql<Row<T>>`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(tuples.map((tuple) => sql`(${tuple})`))} returning *`.execute(executor(place));
  return inserted.rows;
}

/** Sets columns of the rows with these values. */
export async function updateRows<T extends Table>(
  place: Place,
  table: T,
  where: Where<T>,
  values: Updateable<Schema[T]>,
): Promise<void> {
  const changes = entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${condition(where)}`.execute(executor(place));
}

/** Deletes the rows with these values. */
export async function deleteRows<T extends Table>(place: Place, table: T, where: Where<T>): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${condition(where)}`.execute(executor(place));
}

/** The rows with these values, in no order: the columns that are named, else all. */
export const selectRows = <T extends Table, C extends Column<T>>(
  place: Place,
  table: T,
  where: Where<T>,
  ...columns: C[]
): Promise<Pick<Row<T>, C>[]> => select(place, table, where, columns, sql``);

/** The same rows in the order of a column, the lowest first. */
export const selectOrdered = <T extends Table, C extends Column<T>>(
  place: Place,
  table: T,
  by: Column<T>,
  where: Where<T>,
  ...columns: C[]
): Promise<Pick<Row<T>, C>[]> => select(place, table, where, columns, sql`order by ${sql.ref(by)}`);

/** The row with these values; undefined for none. */
export async function findRow<T extends Table, C extends Column<T>>(
  place: Place,
  table: T,
  where: Where<T>,
  ...columns: C[]
): Promise<Pick<Row<T>, C> | undefined> {
  return (await selectRows(place, table, where, ...columns))[0];
}

/** The row with these values. @throws RangeError when there is none. */
export async function selectRow<T extends Table, C extends Column<T>>(
  place: Place,
  table: T,
  where: Where<T>,
  ...columns: C[]
): Promise<Pick<Row<T>, C>> {
  return first(table, await selectRows(place, table, where, ...columns));
}

async function select<T extends Table, C extends Column<T>>(
  place: Place,
  table: T,
  where: Where<T>,
  columns: readonly C[],
  order: RawBuilder<unknown>,
): Promise<Pick<Row<T>, C>[]> {
  const selected = columns.length === 0 ? sql`*` : sql.join(columns.map((column) => sql.ref(column)));
  const found = await sql<Pick<Row<T>, C>>`
    select ${selected} from ${sql.table(table)} where ${condition(where)} ${order}`.execute(executor(place));
  return found.rows;
}

const executor = (place: Place): Executor => ("db" in place ? place.db : place);

function condition(where: object): RawBuilder<unknown> {
  const parts = Object.entries(where).map(([column, value]: [string, unknown]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  );
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

const entries = (values: object) =>
  Object.entries(values).filter((entry): entry is [string, unknown] => entry[1] !== undefined);

function first<R>(table: string, [row]: readonly R[]): R {
  if (row === undefined) throw new RangeError(`${table} has no such row`);
  return row;
}
