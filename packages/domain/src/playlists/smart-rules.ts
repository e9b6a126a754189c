/** The orders of a smart playlist. `newest` and `oldest` are by the moment a video was published. */
export const SMART_SORTS = ["newest", "oldest", "title", "longest", "shortest"] as const;
export type SmartSort = (typeof SMART_SORTS)[number];

/** Videos a smart playlist can have, pinned ones included. */
export const SMART_LIMIT_MAX = 100;
export const SMART_LIMIT_USUAL = 50;
/** Categories or tags one rule can name. */
export const SMART_LABELS_MAX = 50;
export const SMART_TEXT_MAX = 100;
export const SMART_DAYS_MAX = 3_650;
export const SMART_SECONDS_MAX = 86_400;

/** What the videos of a smart playlist have in common; every rule that says something must hold. */
export interface SmartRules {
  /** Ids of categories, one of which a video must have. */
  categories: number[];
  /** Ids of tags, at least one of which a video must have. */
  tags_any: number[];
  /** Ids of tags a video must have, all of them. */
  tags_all: number[];
  /** Ids of tags a video must not have. */
  tags_none: number[];
  /** Text in the title, whatever its case; empty for any. */
  title_contains: string;
  /** Published in as many days before now; null for any time. */
  published_days: number | null;
  /** Seconds; null without a bound. */
  duration_min: number | null;
  duration_max: number | null;
  sort: SmartSort;
  /** Videos at most, pinned ones included. */
  limit: number;
}

/** The rules of a new smart playlist: the newest videos, whatever they are. */
export const NEW_SMART_RULES: SmartRules = {
  categories: [],
  tags_any: [],
  tags_all: [],
  tags_none: [],
  title_contains: "",
  published_days: null,
  duration_min: null,
  duration_max: null,
  sort: "newest",
  limit: SMART_LIMIT_USUAL,
};
