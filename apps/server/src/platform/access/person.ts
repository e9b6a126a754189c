import type { Services } from "../../context.ts";

/** A person as rows name them. */
export interface PersonRow {
  id: number;
  first_name: string;
  last_name: string;
  avatar_key: string | null;
}

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
