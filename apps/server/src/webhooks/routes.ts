import type { InputOf } from "../platform/http/input-of.ts";
import { operations, projectGrant } from "../platform/http/operations.ts";
import { listDeliveries, readDelivery, resendDelivery, resendFailed } from "./deliveries.ts";
import { readInbox } from "./inbox.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateWebhookSecret,
  setWebhookDisabled,
  testWebhook,
  updateWebhook,
  type WebhookSettings,
} from "./service.ts";

const { webhooks } = operations;

type SettingsInput = InputOf<"webhooks", "createWebhook">;

const settingsOf = ({ name, events, url = null, ...input }: SettingsInput): WebhookSettings => ({
  ...{ name, events, url, headers: input.headers, categoryIds: input.category_ids, streamIds: input.stream_ids },
});

/** The operations of webhooks and their deliveries. */
export const webhookRoutes = {
  listWebhooks: webhooks.listWebhooks.handler(async ({ context }) => ({
    data: await listWebhooks(context, projectGrant(context).projectId),
  })),
  getWebhook: webhooks.getWebhook.handler(async ({ context, input }) => ({
    data: await readWebhook(context, projectGrant(context).projectId, input.id),
  })),
  createWebhook: webhooks.createWebhook.handler(async ({ context, input }) => ({
    ...(await createWebhook(context, projectGrant(context), settingsOf(input))),
    message: "Webhook is created.",
  })),
  updateWebhook: webhooks.updateWebhook.handler(async ({ context, input }) => ({
    data: await updateWebhook(context, projectGrant(context), input.id, settingsOf(input), input.version),
    message: "Webhook is saved.",
  })),
  rotateWebhookSecret: webhooks.rotateWebhookSecret.handler(async ({ context, input }) => ({
    ...(await rotateWebhookSecret(context, projectGrant(context), input.id)),
    message: "Secret is rotated.",
  })),
  disableWebhook: webhooks.disableWebhook.handler(async ({ context, input }) => ({
    data: await setWebhookDisabled(context, projectGrant(context), input.id, true),
    message: "Webhook is paused.",
  })),
  enableWebhook: webhooks.enableWebhook.handler(async ({ context, input }) => ({
    data: await setWebhookDisabled(context, projectGrant(context), input.id, false),
    message: "Webhook is enabled.",
  })),
  deleteWebhook: webhooks.deleteWebhook.handler(async ({ context, input }) => {
    await deleteWebhook(context, projectGrant(context), input.id);
    return { message: "Webhook is deleted." };
  }),
  testWebhook: webhooks.testWebhook.handler(async ({ context, input }) => ({
    delivery_id: await testWebhook(context, projectGrant(context), input.id),
    message: "Test is sent.",
  })),
  listInbox: webhooks.listInbox.handler(async ({ context, input }) => ({
    data: await readInbox(context, projectGrant(context), input.id),
  })),
  listDeliveries: webhooks.listDeliveries.handler(({ context, input }) =>
    listDeliveries(context, projectGrant(context), input.id, input),
  ),
  getDelivery: webhooks.getDelivery.handler(async ({ context, input }) => ({
    data: await readDelivery(context, projectGrant(context), input.id, input.delivery_id),
  })),
  resendDelivery: webhooks.resendDelivery.handler(async ({ context, input }) => {
    await resendDelivery(context, projectGrant(context), input.id, input.delivery_id);
    return { message: "Delivery is sent again." };
  }),
  resendFailed: webhooks.resendFailed.handler(async ({ context, input }) => {
    const count = await resendFailed(context, projectGrant(context), input.id, input);
    return { count, message: count === 0 ? "Nothing failed in this range." : `Deliveries are sent again: ${count}.` };
  }),
};
