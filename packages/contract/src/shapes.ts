import { MONTH } from "@kinora/domain/accounts/details.ts";
import { normalizeOrigin } from "@kinora/domain/api-keys/limits.ts";
import { composed } from "@kinora/domain/composed.ts";
import { DEFAULT_PER_PAGE, PER_PAGE_MAX } from "@kinora/domain/pages.ts";
import { canonicalLanguage } from "@kinora/domain/videos/languages.ts";
import { z } from "zod";

/** How often a thing was saved, in what is read of it. */
export const version = z.number();
/** What the caller read: another one is refused with 409. Without it, what is stored is replaced whatever it is. */
export const readVersion = z.number().int().min(0).max(2_147_483_647).optional();

/** A row's number; paths carry it as text. */
export const id = z.preprocess(
  // No other spelling of a number names a row: " 1", "+1", "0x1", true and ["1"] are none.
  (given) => (typeof given === "string" && /^[1-9]\d{0,15}$/.test(given) ? Number(given) : given),
  z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
);

/**
 * A number that an address carries as text, such as `20` or `2.5`. No other value is one: coercion made 1 of true, and 0 of
 * null, "" and [].
 */
export const numeral = <Schema extends z.ZodType<number>>(number: Schema) =>
  z.preprocess(
    (given) => (typeof given === "string" && /^-?\d{1,16}(?:\.\d{1,9})?$/.test(given) ? Number(given) : given),
    number,
  );

export const message = z.object({ message: z.string() });

/** What was created, where the answer says no more of it. */
export const created = z.object({ id: z.number() });

/** Moments travel as ISO 8601 in UTC. */
export const moment = z.union([z.date(), z.iso.datetime()]);

export const paginationShape = z.object({
  page: z.number(),
  max: z.number(),
  per_page: z.number(),
  total: z.number(),
  from: z.number(),
  to: z.number(),
});

export const pageQuery = {
  page: numeral(z.number().int().min(1).max(10_000_000)).default(1),
  per_page: numeral(z.number().int().min(1).max(PER_PAGE_MAX)).default(DEFAULT_PER_PAGE),
};

/** Marks that turn the direction of what follows them, up to the end of a sentence that contains the text. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g;
/** A character that is seen, as blanks, those drawn as nothing (Unicode, "Default_Ignorable_Code_Point") and Braille's empty pattern are not. */
const SEEN = /[^\p{Default_Ignorable_Code_Point}\p{Z}\u2800]/u;

/**
 * One line of text a person typed: trimmed, composed (Unicode NFC, as it is searched), without marks that turn the texts around
 * it, no control characters, and with at least one character that is seen.
 */
export const line = (label: string, max: number) =>
  z
    // What is left out is as empty as what has no letters; a value of another kind has words of its own.
    .string({
      error: ({ input }) => (input === undefined || input === null ? `${label} can not be empty.` : undefined),
    })
    .overwrite(composed)
    .overwrite((text) => text.replaceAll(TURNING, ""))
    .trim()
    .min(1, `${label} can not be empty.`)
    .max(max, `${label} can have up to ${max} characters.`)
    // Control characters would break mails, logs and file names.
    .regex(/^[^\p{Cc}]*$/u, `${label} cannot contain control characters.`)
    .refine((text) => text === "" || SEEN.test(text), `${label} can not be empty.`);

/** What is spoken, in the canonical form of BCP 47, as `pt-BR`. */
export const language = line("Language", 35).transform((text, issues) => {
  const canonical = canonicalLanguage(text);
  if (canonical !== null) return canonical;
  issues.addIssue({ code: "custom", message: "This is not a language such as en or pt-BR." });
  return z.NEVER;
});

/** What is mentioned beside other things. */
export const named = z.object({ id: z.number(), name: z.string() });

export const person = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
});

/** What a field that completes names asks with (spec §7, autocomplete): the text in lower case, or null for the first ones. */
export const optionSearch = z.string().overwrite(composed).trim().max(100).nullish();

/** Choices of such a field, the best first. */
export const options = z.object({ data: z.array(named) });

/** A day of a calendar. PostgreSQL has no year 0. */
export const day = (words = "Write a day such as 2030-01-31.") =>
  z.iso.date(words).refine((text) => !text.startsWith("0"), words);

const MONTH_WORDS = "Write a month such as 2030-01.";
/** A month that is followed by another one in a year of four digits. */
export const month = z
  .string()
  .regex(MONTH, MONTH_WORDS)
  .refine((text) => text < "9999-12", MONTH_WORDS);

/** Where a list begins or ends: a moment, or a whole day in UTC. */
export const dayOrMoment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).optional();

/** A file, written while it is read. */
export const file = z.object({
  headers: z.record(z.string(), z.string()),
  body: z.instanceof(ReadableStream<Uint8Array>),
});

/** A table as a CSV file (RFC 4180, in UTF-8 with its mark), however long it is. */
export const csvFile = file;

/** The origin of a web page, in the spelling that browsers send. */
export const pageOrigin = z
  .string()
  .max(300, "An origin can have up to 300 characters.")
  .transform((typed, issues) => {
    const normal = normalizeOrigin(typed);
    if (normal !== null) return normal;
    issues.addIssue({ code: "custom", message: "Write an origin without a path, such as https://www.example.com." });
    return z.NEVER;
  });
