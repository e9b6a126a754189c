/** What the list of the installation's people can be narrowed to. */
export const INSTALLATION_PEOPLE = ["active", "invited", "blocked", "superuser"] as const;

/** The longest reason of what a superuser does to a person or an account, in characters. */
export const REASON_MAX = 200;

/** The longest note of superusers about an account, in characters. */
export const ACCOUNT_NOTE_MAX = 2_000;

/** Days before today whose traffic the list of accounts shows. */
export const TRAFFIC_DAYS = 30;

/** What the list of accounts can be narrowed to. */
export const ACCOUNT_STATUSES = ["active", "suspended", "closing", "closed"] as const;

/** What the list of projects can be narrowed to. */
export const PROJECT_STANDINGS = ["active", "suspended"] as const;

/** The largest storage limit of an account: a pebibyte. */
export const STORAGE_LIMIT_MAX = 2 ** 50;

/** Minutes after which a superuser no longer acts as another person. */
export const ACTING_MINUTES = 60;
