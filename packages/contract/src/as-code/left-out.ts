import { z } from "zod";

type WithUsual<Shape extends z.ZodRawShape> = z.ZodObject<
  { [Name in keyof Shape]: z.ZodDefault<Shape[Name]> },
  z.core.$strict
>;

/** An object whose fields may all be left out: each is then as usual. Fields that it does not know are refused. */
export function leftOut<Shape extends z.ZodRawShape>(
  shape: Shape,
  usual: Readonly<{ [Name in keyof Shape]: z.output<Shape[Name]> }>,
): WithUsual<Shape> {
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    (field as z.ZodType).default(usual[name as keyof Shape]),
  ]);
  return z.strictObject(Object.fromEntries(fields) as z.ZodRawShape) as unknown as WithUsual<Shape>;
}

/** Reports entries of a list whose name, in whatever case, another one before them has. */
export function namedOnce<Entry>(nameOf: (entry: Entry) => string, path: readonly string[] = []) {
  return (entries: readonly Entry[], issues: z.core.$RefinementCtx): void => {
    const seen = new Set<string>();
    for (const [index, entry] of entries.entries()) {
      const name = nameOf(entry).toLowerCase();
      if (seen.has(name))
        issues.addIssue({
          code: "custom",
          path: [index, ...path],
          message: `"${nameOf(entry)}" is in the file twice.`,
        });
      seen.add(name);
    }
  };
}

/** The names of things that are referred to, in one order. */
export const references = (name: z.ZodType<string, string>, max: number, message: string) =>
  z
    .array(name)
    .max(max, message)
    .transform((names) => [...new Set(names)].sort());
