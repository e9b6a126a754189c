import { ALL_EVENTS, type WebhookEvent } from "@kinora/domain/webhooks/events.ts";
import type { FormErrors } from "@kinora/ui/kit/forms/use-form.ts";
import type { Webhook } from "./queries.ts";

/** A webhook as its form holds it. */
export interface WebhookFields {
  name: string;
  /** Whether it sends to an inbox of this installation, which has no address to choose. */
  inbox: boolean;
  url: string;
  events: string[];
}

export const NEW_WEBHOOK: WebhookFields = { name: "", inbox: false, url: "", events: [ALL_EVENTS] };

export const fieldsOf = ({ name, inbox, url, events }: Webhook): WebhookFields => ({
  name,
  inbox,
  url: inbox ? "" : url,
  events,
});

/** The form as the API takes it, which refuses a type it does not know. */
export const settingsOf = ({ name, inbox, url, events }: WebhookFields) => ({
  name,
  url: inbox ? null : url,
  events: events as (WebhookEvent & `${string}.${string}`)[],
});

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
