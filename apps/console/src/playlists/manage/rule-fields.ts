import {
  SMART_DAYS_MAX,
  SMART_LIMIT_MAX,
  SMART_SECONDS_MAX,
  type SmartRules,
  type SmartSort,
} from "@kinora/domain/playlists/smart-rules.ts";
import type { PlaylistDetail } from "../queries.ts";

export interface Label {
  id: number;
  name: string;
}

/** Rules as the form holds them: what is typed is text. */
export interface RuleFields {
  categories: readonly Label[];
  tags_any: readonly Label[];
  tags_all: readonly Label[];
  tags_none: readonly Label[];
  title_contains: string;
  published_days: string;
  /** Minutes. */
  duration_min: string;
  duration_max: string;
  sort: SmartSort;
  limit: string;
}

/** The rules of a playlist with the names of what they are about. */
export function ruleFieldsOf(
  rules: SmartRules,
  { categories, tags }: PlaylistDetail["rule_labels"],
  deleted: (id: number) => string,
): RuleFields {
  const named = (ids: readonly number[], labels: readonly Label[]) =>
    ids.map((id) => labels.find((label) => label.id === id) ?? { id, name: deleted(id) });
  const minutes = (seconds: number | null) => (seconds === null ? "" : String(Math.round((seconds / 60) * 100) / 100));
  return {
    categories: named(rules.categories, categories),
    tags_any: named(rules.tags_any, tags),
    tags_all: named(rules.tags_all, tags),
    tags_none: named(rules.tags_none, tags),
    title_contains: rules.title_contains,
    published_days: rules.published_days === null ? "" : String(rules.published_days),
    duration_min: minutes(rules.duration_min),
    duration_max: minutes(rules.duration_max),
    sort: rules.sort,
    limit: String(rules.limit),
  };
}

const number = (text: string, most: number): number | null => {
  const value = Number(text.replace(",", "."));
  return text.trim() === "" || !Number.isFinite(value) || value < 0 || value > most ? null : value;
};
const whole = (text: string, most: number): number | null => {
  const value = number(text, most);
  return value === null || !Number.isInteger(value) || value < 1 ? null : value;
};

/** The rules of what is typed; what makes no sense yet counts as not said. */
export function rulesOf(fields: RuleFields): SmartRules {
  const ids = (labels: readonly Label[]) => labels.map(({ id }) => id);
  const seconds = (minutes: string) => {
    const value = number(minutes, SMART_SECONDS_MAX / 60);
    return value === null ? null : value * 60;
  };
  return {
    categories: ids(fields.categories),
    tags_any: ids(fields.tags_any),
    tags_all: ids(fields.tags_all),
    tags_none: ids(fields.tags_none),
    title_contains: fields.title_contains.trim(),
    published_days: whole(fields.published_days, SMART_DAYS_MAX),
    duration_min: seconds(fields.duration_min),
    duration_max: seconds(fields.duration_max),
    sort: fields.sort,
    limit: whole(fields.limit, SMART_LIMIT_MAX) ?? 1,
  };
}

/** What of the rules is mistyped, by field. */
export function ruleErrors(fields: RuleFields, words: { days: string; minutes: string; limit: string; range: string }) {
  const errors: Record<string, string> = {};
  const { published_days: days, duration_min: min, duration_max: max, limit } = fields;
  if (days.trim() !== "" && whole(days, SMART_DAYS_MAX) === null) errors["published_days"] = words.days;
  if (min.trim() !== "" && number(min, SMART_SECONDS_MAX / 60) === null) errors["duration_min"] = words.minutes;
  if (max.trim() !== "" && number(max, SMART_SECONDS_MAX / 60) === null) errors["duration_max"] = words.minutes;
  const rules = rulesOf(fields);
  if (rules.duration_min !== null && rules.duration_max !== null && rules.duration_min > rules.duration_max)
    errors["duration_max"] = words.range;
  if (whole(limit, SMART_LIMIT_MAX) === null) errors["limit"] = words.limit;
  return errors;
}
