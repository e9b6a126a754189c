import type { FormErrors } from "@kinora/ui/kit/forms/use-form.ts";
import type { AutocompleteOption } from "../../shell/fields/use-autocomplete.ts";
import type { UploadTokenSettings } from "./queries.ts";

const HOUR_MS = 3_600_000;
const MEGABYTE = 1_000_000;

/** Hours that a new token works. */
export const TOKEN_HOURS = ["1", "24", "168", "720", "8760"] as const;
export const TITLE_KINDS = ["sent", "prefix", "fixed"] as const;

/** A new token as its form holds it: numbers are texts while they are typed. */
export interface TokenFields {
  name: string;
  uses: string;
  hours: (typeof TOKEN_HOURS)[number];
  megabytes: string;
  titleKind: (typeof TITLE_KINDS)[number];
  title: string;
  category: AutocompleteOption | null;
  tags: AutocompleteOption[];
  published: boolean;
  origins: string;
}

export const NEW_TOKEN: TokenFields = {
  name: "",
  uses: "1",
  hours: "24",
  megabytes: "",
  titleKind: "sent",
  title: "",
  category: null,
  tags: [],
  published: false,
  origins: "",
};

/** A typed number; null for none, NaN for what is no number. */
const numberOf = (text: string): number | null => (text.trim() === "" ? null : Number(text.trim().replace(",", ".")));

/** The form, as the API takes it. */
export function tokenSettings(fields: TokenFields, now: Date): Omit<UploadTokenSettings, "project_id"> {
  const megabytes = numberOf(fields.megabytes);
  return {
    name: fields.name,
    uses_max: numberOf(fields.uses) ?? 1,
    max_bytes: megabytes === null ? null : Math.round(megabytes * MEGABYTE),
    expires_at: new Date(now.getTime() + Number(fields.hours) * HOUR_MS).toISOString(),
    title: fields.titleKind === "fixed" ? fields.title : null,
    title_prefix: fields.titleKind === "prefix" ? fields.title : null,
    category_id: fields.category?.id ?? null,
    tag_ids: fields.tags.map(({ id }) => id),
    published: fields.published,
    // A pasted list may be divided by commas and blanks as well.
    origins: fields.origins.split(/[\s,;]+/).filter(Boolean),
  };
}

/** What is missing or mistyped, by field. */
export function checkToken(
  fields: TokenFields,
  words: { nameEmpty: string; titleEmpty: string; number: string },
): FormErrors {
  const { titleKind } = fields;
  return {
    ...(fields.name.trim() === "" ? { name: words.nameEmpty } : {}),
    ...(Number.isNaN(numberOf(fields.uses)) ? { uses: words.number } : {}),
    ...(Number.isNaN(numberOf(fields.megabytes)) ? { megabytes: words.number } : {}),
    ...(titleKind !== "sent" && fields.title.trim() === "" ? { title: words.titleEmpty } : {}),
  };
}
