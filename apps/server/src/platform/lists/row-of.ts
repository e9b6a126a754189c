import type { z } from "zod";

/**
 * A row that is answered as it is selected: the fields of what an operation answers, whose moments the database gives as
 * dates. Those within JSON are texts.
 */
export type RowOf<Schema extends z.ZodType> = {
  [Name in keyof z.input<Schema>]: Date extends z.input<Schema>[Name]
    ? Exclude<z.input<Schema>[Name], string>
    : z.input<Schema>[Name];
};
