import { WEBHOOK_EVENT_TYPES } from "@kinora/domain/webhooks/events.ts";
import { DELIVERY_STATES } from "@kinora/domain/webhooks/limits.ts";
import { dayOf, listView, oneOf } from "@kinora/ui/kit/list-view.ts";

const FIELDS = {
  state: oneOf(DELIVERY_STATES),
  type: oneOf(WEBHOOK_EVENT_TYPES),
  from: dayOf(),
  to: dayOf(),
};
export type DeliverySchema = typeof FIELDS;

/** What the address of a webhook's page says. */
export const deliveryView = listView(FIELDS);

export type DeliveryAddress = ReturnType<typeof deliveryView.read>;

/** What filters the deliveries, as the API is asked for it. */
export const deliveryFilterOf = ({ state, type, from, to }: DeliveryAddress) => ({
  ...(state === undefined ? {} : { state: [state] }),
  ...(type === undefined ? {} : { type: [type] }),
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});
