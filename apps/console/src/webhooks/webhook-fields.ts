import { ALL_EVENTS, isAccountEvent, SUBSCRIBED_EVENTS, type WebhookEvent } from "@kinora/domain/webhooks/events.ts";
import type { FormErrors } from "@kinora/ui/kit/forms/use-form.ts";
import type { Webhook } from "./queries.ts";

/** A webhook as its form holds it. */
export interface WebhookFields {
  name: string;
  /** Whether it sends to an inbox of this installation, which has no address to choose. */
  inbox: boolean;
  url: string;
  events: string[];
  categories: Named[];
  streams: Named[];
  headers: HeaderField[];
}

export interface Named {
  id: number;
  name: string;
}

export interface HeaderField {
  /** Of its place in the form. */
  id: number;
  name: string;
  value: string;
  /** Whether a value is stored, which stays while none is written. */
  stored: boolean;
}

let nextId = 1;

/** A line of the form for a header; `stored` names one that has a value already. */
export const newHeader = (stored: string | null = null): HeaderField => ({
  ...{ id: nextId++, name: stored ?? "", value: "", stored: stored !== null },
});

export const NEW_WEBHOOK: WebhookFields = {
  ...{ name: "", inbox: false, url: "", events: [ALL_EVENTS] },
  ...{ categories: [], streams: [], headers: [] },
};

export const fieldsOf = ({ name, inbox, url, events, categories, streams, header_names: headers }: Webhook) => ({
  name,
  inbox,
  url: inbox ? "" : url,
  events,
  categories,
  streams,
  headers: headers.map((header) => newHeader(header)),
});

/** Types that a person may not choose: events of the account are for owners, who may have chosen some of them before. */
export const lockedEvents = (isOwner: boolean, saved: readonly string[]): string[] =>
  isOwner ? [] : SUBSCRIBED_EVENTS.filter((type) => isAccountEvent(type) && !saved.includes(type));

/** A copy of a webhook, under another name; nobody knows the values of its headers, and only owners copy events of the account. */
export const copyOf = (fields: WebhookFields, name: string, isOwner: boolean): WebhookFields => ({
  ...fields,
  name,
  events: isOwner ? fields.events : fields.events.filter((type) => !isAccountEvent(type)),
  headers: fields.headers.map((header) => ({ ...header, stored: false })),
});

/** The form as the API takes it, which refuses a type it does not know. */
export const settingsOf = ({ name, inbox, url, events, categories, streams, headers }: WebhookFields) => ({
  name,
  url: inbox ? null : url,
  events: events as (WebhookEvent & `${string}.${string}`)[],
  category_ids: categories.map(({ id }) => id),
  stream_ids: streams.map(({ id }) => id),
  headers: headers.map((header) => ({ name: header.name, value: header.value === "" ? null : header.value })),
});

/** The server's names of fields that differ from the form's. */
export const SERVER_NAMES = { category_ids: "categories", stream_ids: "streams" } as const;

/** What is missing, by field. */
export function checkFields(
  { name, inbox, url, events }: WebhookFields,
  words: { nameEmpty: string; urlEmpty: string; eventsEmpty: string },
): FormErrors {
  return {
    ...(name.trim() === "" ? { name: words.nameEmpty } : {}),
    ...(!inbox && url.trim() === "" ? { url: words.urlEmpty } : {}),
    ...(events.length === 0 ? { events: words.eventsEmpty } : {}),
  };
}

/** The chosen types after some were switched. */
export const withTypes = (chosen: readonly string[], types: readonly string[], on: boolean): string[] => {
  const others = chosen.filter((type) => !types.includes(type));
  return on ? [...others, ...types] : others;
};
