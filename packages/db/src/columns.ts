import type { ColumnType } from "kysely";

export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** Without a default: each row is written with it. */
export type GivenTimestamp = ColumnType<Date, Date | string, Date | string>;
export type OptionalTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** Written as text, read as parsed JSON; null for a nullable column. */
export type Json<T extends object | null> = ColumnType<T, string | null | undefined, string | null>;
