import { sql, type RawBuilder } from "kysely";

/** All that narrowings and orders look at, as the indexes of the orders have it. */
const LOOKED_AT = [
  ...["title_key", "published", "published_at", "status", "category_key", "user_id", "tag_ids", "rendition_labels"],
  ...["captioned", "created_at", "duration_seconds", "stored_bytes", "deleted_at"],
];

/** Those columns of `v`, and no other: each one costs with every row. Words stand in the videos' own rows only. */
export const lookedAt = (id = "v.id", words = false): RawBuilder<unknown> =>
  sql.raw(
    [`${id} as id`, ...[...LOOKED_AT, ...(words ? ["words", "hash"] : [])].map((column) => `v.${column}`)].join(", "),
  );
