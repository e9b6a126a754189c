import { SOURCE_RETENTION_DAYS, TRASH_DAYS, type Privacy } from "@kinora/domain/projects.ts";
import { publishedUrlProblem } from "@kinora/domain/publishedUrl.ts";
import type { Project } from "./queries.ts";

/** The form of a project's settings, as typed. */
export interface ProjectFields {
  name: string;
  domain: string;
  timezone: string;
  default_category_id: string | null;
  default_privacy: Privacy;
  /** GB; empty for no limit. */
  max_upload: string;
  keep_originals: boolean;
  source_retention_days: string;
  trash_days: string;
  /** Empty: videos are found on their own share pages. */
  published_url_pattern: string;
}

export type FieldErrors = Partial<Record<keyof ProjectFields, string>>;

const GIGABYTE = 1000 ** 3;
const USUAL_RETENTION = "30";

/** A project as its form shows it. */
export const fieldsOf = (project: Project): ProjectFields => ({
  name: project.name,
  domain: project.domain,
  timezone: project.timezone,
  default_category_id: project.default_category_id === null ? null : String(project.default_category_id),
  default_privacy: project.default_privacy,
  max_upload: project.max_upload_bytes === null ? "" : String(project.max_upload_bytes / GIGABYTE),
  keep_originals: project.source_retention_days === null,
  source_retention_days:
    project.source_retention_days === null ? USUAL_RETENTION : String(project.source_retention_days),
  trash_days: String(project.trash_days),
  published_url_pattern: project.published_url_pattern ?? "",
});

/** Texts for what a person left out or mistyped. */
export interface FieldTexts {
  nameEmpty: string;
  domainEmpty: string;
  maxUploadWrong: string;
  daysWrong: (range: { min: number; max: number }) => string;
}

/** What is missing or mistyped, by field; the server says the rest. */
export function fieldErrors(fields: ProjectFields, texts: FieldTexts): FieldErrors {
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
  default_category_id: fields.default_category_id === null ? null : Number(fields.default_category_id),
  default_privacy: fields.default_privacy,
  max_upload_bytes:
    fields.max_upload.trim() === "" ? null : Math.round(Number(fields.max_upload.replace(",", ".")) * GIGABYTE),
  source_retention_days: fields.keep_originals ? null : Number(fields.source_retention_days),
  trash_days: Number(fields.trash_days),
  published_url_pattern: fields.published_url_pattern.trim() || null,
});

const isWithin = (text: string, { min, max }: { min: number; max: number }) =>
  /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;
