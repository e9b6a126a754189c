import type { Tx } from "@kinora/db/connect.ts";
import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import type { Permission } from "@kinora/domain/people/permissions.ts";
import {
  UPLOAD_TOKEN_DAYS_MAX,
  UPLOAD_TOKENS_MAX,
  UPLOAD_TOKENS_PER_PAGE,
  uploadTokenState,
} from "@kinora/domain/uploads/upload-tokens.ts";
import type { Context } from "../../context.ts";
import { makerOf } from "../../platform/access/maker.ts";
import { presentPerson } from "../../platform/access/person.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { requireFeature } from "../../platform/installation/features.ts";
import { change } from "../../platform/nouns/change.ts";
import { create } from "../../platform/nouns/create.ts";
import { missing, type Noun } from "../../platform/nouns/noun.ts";
import { Refusal } from "../../platform/refusal.ts";
import { newUploadToken } from "../../platform/secrets/upload-token.ts";
import { requireCategory } from "../upload-options.ts";
import { countTags, countUsableAlone, findTokens, type TokenRow, type TokenSettings } from "./token-rows.ts";

const DAY_MS = 86_400_000;

/** An upload token; nothing listens to its changes. */
const TOKEN: Noun<"upload_tokens"> = {
  table: "upload_tokens",
  name: "upload_token",
  label: "upload token",
  title: ({ name }) => name,
  event: () => null,
};

/** A page of a project's upload tokens, the newest first. `before` is the id of the last token of the previous page. */
export async function listUploadTokens(context: Context, projectId: number, before: number | null) {
  const rows = await findTokens(context.db, projectId, { before, limit: UPLOAD_TOKENS_PER_PAGE + 1 });
  return {
    data: rows.slice(0, UPLOAD_TOKENS_PER_PAGE).map((row) => present(context, row)),
    more: rows.length > UPLOAD_TOKENS_PER_PAGE,
  };
}

/**
 * Creates an upload token. Only its hash is stored: the token is in this answer alone.
 * @throws Refusal `forbidden` when it may do more than the caller or tokens are switched off, `invalid` for an expiry that is not within a year and for
 * a category or tags of another project, `conflict` at `UPLOAD_TOKENS_MAX` usable tokens.
 */
export async function createUploadToken(context: Context, grant: ProjectGrant, settings: TokenSettings) {
  const { caller, clock, db } = context;
  await requireFeature(context, grant.accountId, "upload_tokens");
  requireMayGive(grant, settings);
  requireExpiry(clock.now(), settings.expires_at);
  const { token, prefix, hash } = newUploadToken();
  const id = await db.transaction().execute(async (tx) => {
    if (caller.kind === "api_key") await requireWithinKey(tx, caller.keyId, settings.expires_at);
    await requireLabels(tx, grant, settings);
    if ((await countUsableAlone(tx, grant.projectId, clock.now())) >= UPLOAD_TOKENS_MAX)
      throw new Refusal("conflict", `A project can have up to ${UPLOAD_TOKENS_MAX} upload tokens. Revoke one first.`);
    const { name: _name, ...changes } = settings;
    const row = await create(
      context,
      tx,
      TOKEN,
      grant,
      {
        ...settings,
        prefix,
        token_hash: hash,
        created_by: await makerOf(tx, caller),
        created_by_key: caller.kind === "api_key" ? caller.keyId : null,
      },
      changes,
    );
    return row.id;
  });
  return { data: await readToken(context, grant.projectId, id), token };
}

/** Revokes a token; a second time does nothing. Uploads made with it that are under way stop. @throws Refusal `not_found`. */
export async function revokeUploadToken(context: Context, grant: ProjectGrant, id: number) {
  await change(context, TOKEN, grant, { id }, ({ prefix, revoked_at: revoked }) =>
    revoked === null ? { set: { revoked_at: context.clock.now() }, action: "revoked", changes: { prefix } } : null,
  );
  return readToken(context, grant.projectId, id);
}

async function readToken(context: Context, projectId: number, id: number) {
  const [row] = await findTokens(context.db, projectId, { id, limit: 1 });
  if (!row) throw missing(TOKEN);
  return present(context, row);
}

function requireMayGive({ permissions }: ProjectGrant, { published }: TokenSettings): void {
  const needed: Permission[] = published ? ["video_add", "video_publish"] : ["video_add"];
  const lacking = needed.filter((permission) => !permissions.has(permission));
  const names = lacking.map((permission) => `“${permissionNames[permission]}”`).join(" and ");
  if (lacking.length > 0) throw new Refusal("forbidden", `This token can do more than you. You lack ${names}.`);
}

function requireExpiry(now: Date, expiresAt: Date): void {
  const latest = new Date(now.getTime() + UPLOAD_TOKEN_DAYS_MAX * DAY_MS);
  if (expiresAt > now && expiresAt <= latest) return;
  throw wrong("expires_at", `Choose a time in the future, at most ${UPLOAD_TOKEN_DAYS_MAX} days ahead.`);
}

async function requireWithinKey(tx: Tx, keyId: number, expiresAt: Date): Promise<void> {
  const own = await tx.selectFrom("api_keys").select("expires_at").where("id", "=", keyId).executeTakeFirst();
  if (!own) throw new Refusal("unauthenticated", "This API key is not valid.");
  if (own.expires_at !== null && expiresAt > own.expires_at)
    throw new Refusal("forbidden", "Choose an expiry that is not later than that of your own key.");
}

async function requireLabels(tx: Tx, grant: ProjectGrant, settings: TokenSettings): Promise<void> {
  const { category_id: categoryId, tag_ids: tagIds } = settings;
  if (categoryId !== null) await requireCategory(tx, grant, categoryId);
  if ((await countTags(tx, grant.projectId, tagIds)) < tagIds.length)
    throw wrong("tag_ids", "Choose tags of this project.");
}

function present(context: Context, { created_by, revoked_at: revokedAt, ...row }: TokenRow) {
  return {
    ...row,
    state: uploadTokenState({ ...row, revoked_at: revokedAt }, context.clock.now()),
    created_by: created_by && presentPerson(context, created_by),
  };
}

const wrong = (field: string, message: string) => new Refusal("invalid", message, { fields: { [field]: [message] } });
