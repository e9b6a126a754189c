import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { isNamed } from "../lists/list-filter.ts";

/** A person as rows name them. */
export interface PersonRow {
  id: number;
  first_name: string;
  last_name: string;
  avatar_key: string | null;
}

/** The order of lists of people. */
export const BY_NAME = sql`lower(users.last_name || users.first_name || users.email), users.id`;

/** Condition: the text is a part of a person's name or e-mail address. */
export const nameHolds = (text: string) =>
  isNamed(text, "users.first_name || ' ' || users.last_name || ' ' || users.email");

/** Where a person's picture is; null without one. */
export const avatarUrl = ({ config }: Pick<Services, "config">, key: string | null): string | null =>
  key === null ? null : `${config.urls.login}/avatars/${key}`;

/** A person as lists show them. */
export const presentPerson = (
  services: Pick<Services, "config">,
  { id, first_name, last_name, avatar_key }: PersonRow,
) => ({
  id,
  first_name,
  last_name,
  avatar_url: avatarUrl(services, avatar_key),
});
