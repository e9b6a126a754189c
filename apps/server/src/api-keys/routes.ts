import { operations, projectGrant } from "../platform/http/operations.ts";
import { listApiRequests } from "./requests.ts";
import { rotateApiKey } from "./rotation.ts";
import { createApiKey, deleteApiKey, listApiKeys, setApiKeyDisabled, updateApiKey } from "./service.ts";

const { apiKeys } = operations;

/** A key's settings with its expiry as a time. */
const settingsOf = <Input extends { expires_at: string | null }>(input: Input) => ({
  ...input,
  expires_at: input.expires_at === null ? null : new Date(input.expires_at),
});

/** The operations of API keys. */
export const apiKeyRoutes = {
  listApiKeys: apiKeys.listApiKeys.handler(async ({ context }) => ({
    data: await listApiKeys(context, projectGrant(context).projectId),
  })),
  createApiKey: apiKeys.createApiKey.handler(async ({ context, input: { project_id: _project, ...input } }) => ({
    ...(await createApiKey(context, projectGrant(context), settingsOf(input))),
    message: "API key is created.",
  })),
  updateApiKey: apiKeys.updateApiKey.handler(
    async ({ context, input: { project_id: _project, id, version, ...input } }) => ({
      data: await updateApiKey(context, projectGrant(context), id, settingsOf(input), version),
      message: "API key is saved.",
    }),
  ),
  rotateApiKey: apiKeys.rotateApiKey.handler(async ({ context, input }) => ({
    ...(await rotateApiKey(context, projectGrant(context), input.id, input.valid_days)),
    message: "API key is rotated.",
  })),
  disableApiKey: apiKeys.disableApiKey.handler(async ({ context, input }) => ({
    data: await setApiKeyDisabled(context, projectGrant(context), input.id, true),
    message: "API key is disabled.",
  })),
  enableApiKey: apiKeys.enableApiKey.handler(async ({ context, input }) => ({
    data: await setApiKeyDisabled(context, projectGrant(context), input.id, false),
    message: "API key is enabled.",
  })),
  deleteApiKey: apiKeys.deleteApiKey.handler(async ({ context, input }) => {
    await deleteApiKey(context, projectGrant(context), input.id);
    return { message: "API key is deleted." };
  }),
  listApiRequests: apiKeys.listApiRequests.handler(({ context, input }) =>
    listApiRequests(context, projectGrant(context).projectId, { ...input, failed: input.failed === "true" }),
  ),
};
