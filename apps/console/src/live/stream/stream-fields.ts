import type { StreamSettings } from "@kinora/contract/live/streams.ts";
import { DVR_MINUTES, RECONNECT_SECONDS } from "@kinora/domain/live/streams.ts";
import type { FormErrors } from "@kinora/ui/kit/forms/use-form.ts";
import type { AutocompleteOption } from "../../shell/fields/use-autocomplete.ts";
import type { StreamDetail } from "../queries.ts";

/** What people set on a livestream, as the form holds it: numbers as they were typed. */
export interface StreamFields extends Omit<StreamSettings, "category_id" | "dvr_minutes" | "reconnect_seconds"> {
  category: AutocompleteOption | null;
  dvr_minutes: string;
  reconnect_seconds: string;
}

/** The names the server uses where they differ from the form's. */
export const SERVER_NAMES = { category_id: "category" } as const;

/** A new livestream: a name is all it needs. */
export const NEW_STREAM: StreamFields = {
  name: "",
  description: "",
  category: null,
  tags: [],
  type: "permanent",
  ladder: "passthrough",
  latency: "normal",
  low_delay: false,
  automatic_captions: false,
  dvr_minutes: "0",
  reconnect_seconds: String(RECONNECT_SECONDS.default),
  second_publisher: "refuse",
  record: false,
  record_publish: false,
};

export const fieldsOf = (stream: StreamDetail): StreamFields => ({
  name: stream.name,
  description: stream.description,
  category: stream.category,
  tags: stream.tags.map(({ name }) => name),
  type: stream.type,
  ladder: stream.ladder,
  latency: stream.latency,
  low_delay: stream.low_delay,
  automatic_captions: stream.automatic_captions,
  dvr_minutes: String(stream.dvr_minutes),
  reconnect_seconds: String(stream.reconnect_seconds),
  second_publisher: stream.second_publisher,
  record: stream.record,
  record_publish: stream.record_publish,
});

/** The form as the API takes it. */
export const settingsOf = ({ category, dvr_minutes, reconnect_seconds, ...fields }: StreamFields) => ({
  ...fields,
  name: fields.name.trim(),
  category_id: category?.id ?? null,
  dvr_minutes: Number(dvr_minutes),
  reconnect_seconds: Number(reconnect_seconds),
});

const isWithin = (typed: string, { min, max }: { min: number; max: number }): boolean =>
  /^\d{1,5}$/.test(typed.trim()) && Number(typed) >= min && Number(typed) <= max;

/** What can be said before the server is asked. */
export function streamErrors(
  fields: StreamFields,
  words: { nameEmpty: string; numberWrong: (range: { min: number; max: number }) => string },
): FormErrors {
  return {
    ...(fields.name.trim() === "" ? { name: words.nameEmpty } : {}),
    ...(isWithin(fields.dvr_minutes, DVR_MINUTES) ? {} : { dvr_minutes: words.numberWrong(DVR_MINUTES) }),
    ...(isWithin(fields.reconnect_seconds, RECONNECT_SECONDS)
      ? {}
      : { reconnect_seconds: words.numberWrong(RECONNECT_SECONDS) }),
  };
}
