import { operations, projectGrant } from "../../platform/http/operations.ts";
import { createUploadToken, listUploadTokens, revokeUploadToken } from "./tokens.ts";

/** The operations of upload tokens. */
export const uploadTokenRoutes = {
  listUploadTokens: operations.uploadTokens.listUploadTokens.handler(({ context, input }) =>
    listUploadTokens(context, projectGrant(context).projectId, input.before ?? null),
  ),
  createUploadToken: operations.uploadTokens.createUploadToken.handler(
    async ({ context, input: { project_id: _project, ...input } }) => ({
      ...(await createUploadToken(context, projectGrant(context), {
        ...input,
        expires_at: new Date(input.expires_at),
      })),
      message: "Upload token is created.",
    }),
  ),
  revokeUploadToken: operations.uploadTokens.revokeUploadToken.handler(async ({ context, input }) => ({
    data: await revokeUploadToken(context, projectGrant(context), input.id),
    message: "Upload token is revoked.",
  })),
};
