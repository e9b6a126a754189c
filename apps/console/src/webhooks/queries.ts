import { WEBHOOK_EVENT_TYPES, type WebhookEvent } from "@kinora/domain/webhooks/events.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiInput } from "../platform/api-input.ts";
import { api } from "../platform/client.ts";
import { dataQuery } from "../platform/queries.ts";
import { deliveryView, type DeliveryAddress } from "./delivery-view.ts";

export type Webhook = Awaited<ReturnType<typeof api.webhooks.listWebhooks>>["data"][number];
export type Delivery = Awaited<ReturnType<typeof api.webhooks.listDeliveries>>["data"][number];
export type DeliveryDetail = Awaited<ReturnType<typeof api.webhooks.getDelivery>>["data"];
export type InboxMessage = Awaited<ReturnType<typeof api.webhooks.listInbox>>["data"][number];
export type Attempt = DeliveryDetail["attempts_made"][number];

/** A secret to be shown once, with the webhook it belongs to. */
export interface ShownSecret {
  webhook: Webhook;
  secret: string;
}

const REFRESH_MS = 10_000;
/** While something is on its way, its state is read more often. */
const PENDING_MS = 1_500;

export const webhooksKey = (projectId: number) => ["webhooks", projectId] as const;

/** The webhooks of a project; their deliveries of 24 hours are read again every ten seconds. */
export const webhooksQuery = (projectId: number) =>
  dataQuery(
    [...webhooksKey(projectId), "list"],
    api.webhooks.listWebhooks,
    { project_id: projectId },
    { refetchInterval: REFRESH_MS },
  );

export const webhookQuery = (projectId: number, id: number) =>
  dataQuery(
    [...webhooksKey(projectId), id],
    api.webhooks.getWebhook,
    { project_id: projectId, id },
    { refetchInterval: REFRESH_MS },
  );

/** The type of event that an address names; undefined where there is no such type. */
export const eventTypeOf = ({ type }: DeliveryAddress): WebhookEvent | undefined =>
  WEBHOOK_EVENT_TYPES.find((known) => known === type);

/** What filters the deliveries, as the API is asked for it. */
function deliveryFilterOf(address: DeliveryAddress) {
  const { state, from, to } = address;
  const type = eventTypeOf(address);
  return {
    ...(state === undefined ? {} : { state: [state] }),
    ...(type === undefined ? {} : { type: [type] }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** A page of a webhook's deliveries. */
export const deliveriesQuery = (projectId: number, id: number, address: DeliveryAddress) => {
  const filter = deliveryFilterOf(address);
  const input = apiInput("webhooks.listDeliveries", {
    project_id: projectId,
    id,
    ...deliveryView.pageOf(address),
    ...filter,
  });
  return queryOptions({
    queryKey: [...webhooksKey(projectId), id, "deliveries", input],
    queryFn: ({ signal }) => api.webhooks.listDeliveries(input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ state, attempts }) => state === "pending" && attempts === 0) ? PENDING_MS : REFRESH_MS,
  });
};

/** What the inbox of a webhook received. */
export const inboxQuery = (projectId: number, id: number) =>
  dataQuery(
    [...webhooksKey(projectId), id, "inbox"],
    api.webhooks.listInbox,
    { project_id: projectId, id },
    { refetchInterval: PENDING_MS },
  );

/** A delivery with its attempts. */
export const deliveryQuery = (projectId: number, id: number, deliveryId: number) =>
  queryOptions({
    queryKey: [...webhooksKey(projectId), id, "delivery", deliveryId],
    queryFn: async ({ signal }) =>
      (await api.webhooks.getDelivery({ project_id: projectId, id, delivery_id: deliveryId }, { signal })).data,
    refetchInterval: ({ state: { data } }) => (data?.state === "pending" ? PENDING_MS : false),
  });
