import type { PlaylistLayout } from "@kinora/domain/playlists/playlists.ts";
import { NEW_SMART_RULES } from "@kinora/domain/playlists/smart-rules.ts";
import { fromLocalTime, toLocalTime } from "@kinora/domain/projects/zoned-time.ts";
import type { PlaylistDetail } from "../queries.ts";
import { ruleFieldsOf, rulesOf, type RuleFields } from "./rule-fields.ts";

/** A playlist's settings as the form holds them. */
export interface PlaylistFields extends RuleFields {
  name: string;
  description: string;
  autoplay_next: boolean;
  loop: boolean;
  shuffle: boolean;
  layout: PlaylistLayout;
  feed: boolean;
  /** Of the podcast in the feed; empty for none. */
  podcast_category: string;
  podcast_language: string;
  podcast_explicit: boolean;
  podcast_author: string;
  podcast_email: string;
  /** As the browser's field writes it, in the project's time zone; empty for what is no channel. */
  start_at: string;
}

export function fieldsOf(playlist: PlaylistDetail, zone: string, deleted: (id: number) => string): PlaylistFields {
  const { name, description, autoplay_next, loop, shuffle, layout, feed, podcast, start_at: startAt } = playlist;
  return {
    ...{ name, description, autoplay_next, loop, shuffle, layout, feed },
    podcast_category: podcast.category ?? "",
    podcast_language: podcast.language ?? "",
    podcast_explicit: podcast.explicit,
    podcast_author: podcast.author ?? "",
    podcast_email: podcast.email ?? "",
    start_at: startAt ? toLocalTime(startAt, zone) : "",
    ...ruleFieldsOf(playlist.rules ?? NEW_SMART_RULES, playlist.rule_labels, deleted),
  };
}

/** What is sent to save the fields of a playlist. */
export function settingsOf(fields: PlaylistFields, { type }: Pick<PlaylistDetail, "type">, zone: string) {
  const { name, description, autoplay_next, loop, shuffle, layout, feed } = fields;
  return {
    ...{ name, description, autoplay_next, loop, shuffle, layout, feed },
    podcast: {
      category: filled(fields.podcast_category),
      language: filled(fields.podcast_language),
      explicit: fields.podcast_explicit,
      author: filled(fields.podcast_author),
      email: filled(fields.podcast_email),
    },
    ...(type === "channel" ? { start_at: fromLocalTime(fields.start_at, zone)?.toISOString() ?? null } : {}),
    ...(type === "smart" ? { rules: rulesOf(fields) } : {}),
  };
}

const filled = (text: string): string | null => (text.trim() === "" ? null : text);
