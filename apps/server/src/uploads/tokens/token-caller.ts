import { permittedScopes } from "@kinora/domain/api-keys/scopes.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { requireActiveAccount } from "../../platform/access/active-account.ts";
import type { Caller } from "../../platform/access/caller.ts";
import { makersPermissions } from "../../platform/access/held-permissions.ts";
import { withoutPort } from "../../platform/http/client-address.ts";
import type { FindCaller } from "../../platform/http/serve-operations.ts";
import { Refusal } from "../../platform/refusal.ts";
import { uploadTokenHash, uploadTokenIn } from "../../platform/secrets/upload-token.ts";

/** Finds the callers of uploads: the upload token in a request's Authorization header, else what `findCaller` finds. */
export const orUploadToken =
  (findCaller: FindCaller): FindCaller =>
  (services, request, reply) => {
    const token = uploadTokenIn(request.headers.authorization);
    if (token === null) return findCaller(services, request, reply);
    return findTokenCaller(services, token, { address: withoutPort(request.ip), origin: request.headers.origin });
  };

interface FoundToken {
  id: number;
  project_id: number;
  account_id: number;
  account_status: string;
  published: boolean;
  origins: string[];
  revoked_at: Date | null;
  /** What its maker may do in the project. */
  held: string[] | null;
}

/** Where a request with a token comes from. */
interface Sender {
  address: string;
  /** The page whose script sent it; undefined without a browser. */
  origin: string | undefined;
}

/**
 * The caller that an upload token stands for. A token that expired or is used up continues the uploads that it began:
 * whether it begins another one is decided with the upload itself.
 * @throws Refusal `unauthenticated` for a token that is unknown or revoked, `forbidden` on a page it does not name,
 * in an account that is suspended or being closed, and once its maker may add no videos.
 */
async function findTokenCaller(services: Services, token: string, sender: Sender): Promise<Caller> {
  const { rows } = await sql<FoundToken>`
    select token.id, token.project_id, token.account_id, accounts.status as account_status, token.published, token.origins,
      token.revoked_at, ${makersPermissions("token")} as held
    from upload_tokens token
    join projects on projects.id = token.project_id and projects.deleted_at is null
    join accounts on accounts.id = token.account_id and accounts.status <> 'closed'
    where token.token_hash = ${uploadTokenHash(token)}`.execute(services.db);
  const [found] = rows;
  if (!found) throw new Refusal("unauthenticated", "This upload token is not valid.");
  if (found.revoked_at !== null) throw new Refusal("unauthenticated", "This upload token was revoked.");
  requireActiveAccount(found.account_status, "upload tokens");
  const { origin } = sender;
  if (
    origin !== undefined &&
    origin !== new URL(services.config.urls.console).origin &&
    !found.origins.includes(origin)
  )
    throw new Refusal("forbidden", `This upload token can't be used on pages of ${origin.slice(0, 200)}.`);
  const permissions = permittedScopes(found.published ? ["video_add", "video_publish"] : ["video_add"], found.held);
  if (!permissions.includes("video_add"))
    throw new Refusal(
      "forbidden",
      "The person who created this upload token can't add videos here any more. Create another token.",
    );
  return {
    kind: "upload_token",
    tokenId: found.id,
    projectId: found.project_id,
    accountId: found.account_id,
    permissions,
    address: sender.address,
  };
}
