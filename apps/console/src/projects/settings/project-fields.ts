import { publishedUrlProblem } from "@kinora/domain/playback/published-url.ts";
import { SOURCE_RETENTION_DAYS, TRASH_DAYS, type Privacy } from "@kinora/domain/projects/projects.ts";
import type { CaptionsMode } from "@kinora/domain/speech/settings.ts";
import type { FormErrors } from "@kinora/ui/kit/forms/use-form.ts";
import type { AutocompleteOption } from "../../shell/fields/use-autocomplete.ts";
import type { Project } from "../queries.ts";

/** The form of a project's settings, as typed. */
export interface ProjectFields {
  name: string;
  domain: string;
  timezone: string;
  default_category: AutocompleteOption | null;
  default_privacy: Privacy;
  /** GB; empty for no limit. */
  max_upload: string;
  keep_originals: boolean;
  source_retention_days: string;
  trash_days: string;
  /** Empty: videos are found on their own share pages. */
  published_url_pattern: string;
  captions_mode: CaptionsMode;
  /** Empty: the engine detects it. */
  captions_language: string;
  captions_published: boolean;
}

/** The names the server uses where they differ from the form's. */
export const SERVER_NAMES = { max_upload_bytes: "max_upload", default_category_id: "default_category" } as const;

const GIGABYTE = 1000 ** 3;
const USUAL_RETENTION = "30";

/** A project as its form shows it, with the name of its category. */
export const fieldsOf = (project: Project, categories: readonly AutocompleteOption[]): ProjectFields => ({
  name: project.name,
  domain: project.domain,
  timezone: project.timezone,
  default_category: categoryOf(project.default_category_id, categories),
  default_privacy: project.default_privacy,
  max_upload: project.max_upload_bytes === null ? "" : String(project.max_upload_bytes / GIGABYTE),
  keep_originals: project.source_retention_days === null,
  source_retention_days:
    project.source_retention_days === null ? USUAL_RETENTION : String(project.source_retention_days),
  trash_days: String(project.trash_days),
  published_url_pattern: project.published_url_pattern ?? "",
  captions_mode: project.captions_mode,
  captions_language: project.captions_language ?? "",
  captions_published: project.captions_published,
});

/** Texts for what a person left out or mistyped. */
export interface FieldTexts {
  nameEmpty: string;
  domainEmpty: string;
  maxUploadWrong: string;
  daysWrong: (range: { min: number; max: number }) => string;
}

/** What is missing or mistyped, by field; the server says the rest. */
export function fieldErrors(fields: ProjectFields, texts: FieldTexts): FormErrors {
  const pattern = fields.published_url_pattern.trim();
  const wrongPattern = pattern === "" ? null : publishedUrlProblem(pattern);
  const limit = Number(fields.max_upload.replace(",", "."));
  return {
    ...(fields.name.trim() === "" ? { name: texts.nameEmpty } : {}),
    ...(fields.domain.trim() === "" ? { domain: texts.domainEmpty } : {}),
    ...(fields.max_upload.trim() === "" || limit > 0 ? {} : { max_upload: texts.maxUploadWrong }),
    ...(fields.keep_originals || isWithin(fields.source_retention_days, SOURCE_RETENTION_DAYS)
      ? {}
      : { source_retention_days: texts.daysWrong(SOURCE_RETENTION_DAYS) }),
    ...(wrongPattern === null ? {} : { published_url_pattern: wrongPattern }),
    ...(isWithin(fields.trash_days, TRASH_DAYS) ? {} : { trash_days: texts.daysWrong(TRASH_DAYS) }),
  };
}

/** The form as the API takes it. */
export const settingsOf = (id: number, fields: ProjectFields) => ({
  id,
  name: fields.name,
  domain: fields.domain,
  timezone: fields.timezone,
  default_category_id: fields.default_category?.id ?? null,
  default_privacy: fields.default_privacy,
  max_upload_bytes:
    fields.max_upload.trim() === "" ? null : Math.round(Number(fields.max_upload.replace(",", ".")) * GIGABYTE),
  source_retention_days: fields.keep_originals ? null : Number(fields.source_retention_days),
  trash_days: Number(fields.trash_days),
  published_url_pattern: fields.published_url_pattern.trim() || null,
  captions_mode: fields.captions_mode,
  captions_language: fields.captions_language || null,
  captions_published: fields.captions_published,
});

/** A category that is off is not among those of the configuration: the project keeps it without a name. */
function categoryOf(id: number | null, categories: readonly AutocompleteOption[]): AutocompleteOption | null {
  if (id === null) return null;
  const known = categories.find((each) => each.id === id);
  return { id, name: known?.name ?? "" };
}

const isWithin = (text: string, { min, max }: { min: number; max: number }) =>
  /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;
