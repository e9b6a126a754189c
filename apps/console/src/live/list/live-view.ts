import { STREAM_STATES, type StreamState } from "@kinora/domain/live/stream-states.ts";
import { dayOf, flag, listView, oneOf, searched, shownAs } from "@kinora/ui/kit/list-view.ts";
import { apiInput } from "../../platform/api-input.ts";

const SORTS = ["name", "created_at", "last_live_at"] as const;

/** The states in which viewers see something, and those in which they do not. */
const GROUPS = {
  on_air: ["live", "loop", "paused", "processing", "ended"],
  off_air: ["not_active", "disabled"],
} as const satisfies Record<string, readonly StreamState[]>;
export const STREAM_GROUPS = ["on_air", "off_air"] as const;

/** What the address of the livestreams says. */
export const liveView = listView({
  search: searched(),
  /** One state, or a group of them. */
  state: oneOf([...STREAM_GROUPS, ...STREAM_STATES]),
  /** Only those of which a recording is in progress. */
  recording: flag(),
  /** Only those with restream targets. */
  restream: flag(),
  /** Days of their creation. */
  from: dayOf(),
  to: dayOf(),
  sort: shownAs(["-created_at", "created_at", "name", "-name", "-last_live_at", "last_live_at"]),
});

export type LiveAddress = ReturnType<typeof liveView.read>;

/** An address as the API is asked for it. */
export function streamsInput(address: LiveAddress) {
  const { search, state, recording, restream, from, to, sort = "-created_at" } = address;
  return apiInput("streams.listStreams", {
    ...liveView.pageOf(address),
    ...(search === undefined ? {} : { search }),
    ...(state === undefined ? {} : { state: statesOf(state) }),
    ...(recording ? { recording: "true" as const } : {}),
    ...(restream ? { restream: "true" as const } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    sort: SORTS.find((known) => sort.endsWith(known)) ?? "created_at",
    sort_order: sort.startsWith("-") ? ("desc" as const) : ("asc" as const),
  });
}

const statesOf = (state: NonNullable<LiveAddress["state"]>): StreamState[] =>
  state === "on_air" || state === "off_air" ? [...GROUPS[state]] : [state];
