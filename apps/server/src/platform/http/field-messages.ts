import { z } from "zod";

type Issue = z.core.$ZodRawIssue;

/** Words for the value types of JSON and query parameters. */
const KINDS: Partial<Record<string, string>> = {
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  string: "text",
  boolean: "true or false",
  date: "a date",
  array: "a list",
  object: "an object",
  record: "an object",
};

const FORMATS: Partial<Record<string, string>> = {
  email: "an email address such as name@example.com",
  url: "an address such as https://example.com",
  uuid: "a UUID",
  datetime: "a time such as 2030-01-31T12:00:00Z",
  date: "a day such as 2030-01-31",
};

/**
 * The message for an invalid value whose schema has no message of its own: it begins with the field's name and says what
 * to write instead. A field that is missing or of another type is the fault of a program, and is named with its whole path.
 */
export function fieldMessage(issue: Issue): string {
  const path = issue.path ?? [];
  const name = nameOf(path);
  if (issue.input === undefined || issue.input === null) {
    if (path.length === 0) return `${name} can not be empty.`;
    if (issue.input === undefined) return requiredField(path);
  }
  switch (issue.code) {
    case "invalid_type":
      return `${pathOf(path)} must be ${KINDS[issue.expected] ?? "another kind of value"}.`;
    case "invalid_value":
      return issue.values.length === 1
        ? `${name} must be ${String(issue.values[0])}.`
        : `${name} must be one of ${issue.values.map(String).join(", ")}.`;
    case "too_small":
      return `${name} ${atLeast(issue.origin, Number(issue.minimum), issue.inclusive !== false)}.`;
    case "too_big":
      return `${name} ${atMost(issue.origin, Number(issue.maximum), issue.inclusive !== false)}.`;
    case "invalid_format":
      return FORMATS[issue.format]
        ? `${name} must be ${FORMATS[issue.format]}.`
        : `${name} does not have the right form.`;
    case "not_multiple_of":
      return `${name} must be a multiple of ${issue.divisor}.`;
    case "unrecognized_keys":
      return `${name} cannot have the fields ${issue.keys.join(", ")}.`;
    default:
      return `${name} does not have the right form.`;
  }
}

/** The message for a field that was not sent. */
export const requiredField = (path: readonly PropertyKey[]): string => `${pathOf(path)} is required.`;

/** Installs these messages for all schemas of the process that have none of their own. */
export const useFieldMessages = (): void => {
  z.config({ customError: fieldMessage });
};

/** The name of the field, as a heading would have it: `per_page` is "Per page". An entry of a list is named after the list. */
function nameOf(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === "string");
  if (typeof name !== "string" || name === "") return "This";
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The path of a field in an object or a list, as `referrers.empty`; the name of any other. */
function pathOf(path: readonly PropertyKey[]): string {
  const isInside = path.filter((part) => typeof part === "string").length > 1;
  return isInside ? path.map(String).join(".") : nameOf(path);
}

function atLeast(origin: string, minimum: number, inclusive: boolean): string {
  if (origin === "string") return minimum <= 1 ? "can not be empty" : `needs at least ${minimum} characters`;
  if (origin === "array" || origin === "set")
    return minimum <= 1 ? "can not be empty" : `needs at least ${minimum} entries`;
  return inclusive ? `must be ${minimum} or more` : `must be more than ${minimum}`;
}

function atMost(origin: string, maximum: number, inclusive: boolean): string {
  if (origin === "string") return `can have up to ${maximum} characters`;
  if (origin === "array" || origin === "set") return `can have up to ${maximum} entries`;
  if (maximum >= Number.MAX_SAFE_INTEGER) return "is too large a number";
  return inclusive ? `must be ${maximum} or less` : `must be less than ${maximum}`;
}
