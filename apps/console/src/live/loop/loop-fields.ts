import type { StreamLoop } from "../queries.ts";

export type LoopEntry = StreamLoop["items"][number] & {
  /** How it fits is only known of what was saved. */
  isNew?: boolean;
};

/** What a loop plays: a list of its own, or the videos of a playlist. */
export const LOOP_SOURCES = ["videos", "playlist"] as const;

/** A loop as its form holds it. */
export interface LoopFields {
  source: (typeof LOOP_SOURCES)[number];
  /** The playlist to follow; null until one is chosen. */
  playlist: { id: number; name: string } | null;
  items: readonly LoopEntry[];
  shuffle: boolean;
  fade: boolean;
  before_live: boolean;
  on_disconnect: boolean;
  when_paused: boolean;
}

/** A loop whose playlist was deleted is a list of its own, with the videos it had. */
export const fieldsOf = ({
  items,
  playlist,
  shuffle,
  fade,
  before_live,
  on_disconnect,
  when_paused,
}: StreamLoop): LoopFields => ({
  source: playlist === null || playlist.id === null ? "videos" : "playlist",
  playlist: playlist === null || playlist.id === null ? null : { id: playlist.id, name: playlist.name },
  items,
  shuffle,
  fade,
  before_live,
  on_disconnect,
  when_paused,
});

/** The form as the API takes it. */
export const settingsOf = ({ source, playlist, items, ...choices }: LoopFields) => ({
  ...choices,
  ...(source === "playlist"
    ? { playlist_id: playlist?.id ?? null }
    : { video_ids: items.map(({ video_id }) => video_id) }),
});

/** An entry as a row: a video may come again, so its id alone names none. */
export type LoopRow = LoopEntry & { id: string; place: number };

export function rowsOf(items: readonly LoopEntry[]): LoopRow[] {
  const seen = new Map<number, number>();
  return items.map((item, place) => {
    const before = seen.get(item.video_id) ?? 0;
    seen.set(item.video_id, before + 1);
    return { ...item, id: `${item.video_id}-${before}`, place };
  });
}

/** The entries with one of them at another place; the same where there is none. */
export function moved(items: readonly LoopEntry[], from: number, to: number): readonly LoopEntry[] {
  const one = items[from];
  return one && to >= 0 && to < items.length ? items.toSpliced(from, 1).toSpliced(to, 0, one) : items;
}

/** Seconds of each entry on the loop's clock; what is passed over takes none. */
export const secondsOf = (items: readonly LoopEntry[]): number[] =>
  items.map(({ duration_seconds: seconds, problem }) => (problem === null ? (seconds ?? 0) : 0));
