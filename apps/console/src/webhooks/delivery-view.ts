import { DELIVERY_STATES } from "@kinora/domain/webhooks/limits.ts";
import { dayOf, listView, oneOf, searched } from "@kinora/ui/kit/list-view.ts";

const FIELDS = {
  state: oneOf(DELIVERY_STATES),
  // Every page loads this file with the routes; the types of events, with a sentence each, are four kilobytes.
  type: searched(),
  from: dayOf(),
  to: dayOf(),
};
export type DeliverySchema = typeof FIELDS;

/** What the address of a webhook's page says. */
export const deliveryView = listView(FIELDS);

export type DeliveryAddress = ReturnType<typeof deliveryView.read>;
