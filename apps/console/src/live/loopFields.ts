import type { StreamLoop } from "./queries.ts";

export type LoopEntry = StreamLoop["items"][number] & {
  /** How it fits is only known of what was saved. */
  isNew?: boolean;
};

/** A loop as its form holds it. */
export interface LoopFields {
  items: readonly LoopEntry[];
  shuffle: boolean;
  fade: boolean;
  before_live: boolean;
  on_disconnect: boolean;
  when_paused: boolean;
}

export const fieldsOf = ({
  items,
  shuffle,
  fade,
  before_live,
  on_disconnect,
  when_paused,
}: StreamLoop): LoopFields => ({
  items,
  shuffle,
  fade,
  before_live,
  on_disconnect,
  when_paused,
});

/** The form as the API takes it. */
export const settingsOf = ({ items, ...choices }: LoopFields) => ({
  ...choices,
  video_ids: items.map(({ video_id }) => video_id),
});

export const sameLoop = (one: LoopFields, other: LoopFields): boolean =>
  JSON.stringify(settingsOf(one)) === JSON.stringify(settingsOf(other));

/** The entries with one of them a place further up or down; the same where it is at the end already. */
export function moved(items: readonly LoopEntry[], from: number, by: -1 | 1): readonly LoopEntry[] {
  const to = from + by;
  const [one, other] = [items[from], items[to]];
  if (!one || !other) return items;
  return items.map((item, at) => (at === from ? other : at === to ? one : item));
}

/** Seconds of each entry on the loop's clock; what is passed over takes none. */
export const secondsOf = (items: readonly LoopEntry[]): number[] =>
  items.map(({ duration_seconds: seconds, problem }) => (problem === null ? (seconds ?? 0) : 0));
