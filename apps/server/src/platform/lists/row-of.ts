import type { z } from "zod";

/**
 * A row that is answered as it is selected: the fields of what an operation answers, whose moments the database gives as
 * dates. Those within JSON are texts.
 */
export type RowOf<Schema extends z.ZodType> = {
  [Name in keyof z.output<Schema>]: Date extends z.output<Schema>[Name]
    ? Exclude<z.output<Schema>[Name], string>
    : z.output<Schema>[Name];
};
