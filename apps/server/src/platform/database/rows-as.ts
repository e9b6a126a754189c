import { sql, type RawBuilder } from "kysely";

/**
 * Rows to be read in the FROM of a statement, as one array for each column: PostgreSQL reads arrays several times as fast as an array
 * of JSON objects.
 *
 * @param name what the statement calls the rows.
 * @param types of the columns in SQL. The value of an array's column is an array of numbers, of jsonb a text.
 */
export function rowsAs<Column extends string>(
  name: string,
  types: Readonly<Record<Column, string>>,
  rows: readonly Readonly<Record<Column, unknown>>[],
): RawBuilder<unknown> {
  const columns = Object.keys(types) as Column[];
  const isArray = (column: Column) => types[column].endsWith("[]");
  const arrays = columns.map((column) => {
    const values = rows.map((row) => row[column]);
    // An array of arrays would be read as one long array of their elements.
    return isArray(column)
      ? sql`${values.map((value) => (Array.isArray(value) ? `{${value.join(",")}}` : null))}::text[]`
      : sql`${values}::${sql.raw(types[column])}[]`;
  });
  const read = columns.map((column) => (isArray(column) ? `${column}::${types[column]} as ${column}` : column));
  return sql`(select ${sql.raw(read.join(", "))} from unnest(${sql.join(arrays)}) as ${sql.raw(
    `sent (${columns.join(", ")})`,
  )}) as ${sql.raw(name)}`;
}
