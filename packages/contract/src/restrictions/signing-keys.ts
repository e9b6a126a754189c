import { SIGNING_KEYS_MAX } from "@kinora/domain/restrictions/policy.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message, moment } from "../shapes.ts";

const TAGS = ["Restrictions"];

export const signingKey = z.object({
  id: z.number(),
  /** The `kid` in a token's header. */
  kid: z.string(),
  algorithm: z.enum(["HS256", "EdDSA"]),
  state: z.enum(["active", "expiring", "revoked"]),
  created_at: moment,
  last_used_at: moment.nullable(),
  /** Until when a rotated key still verifies. */
  expires_at: moment.nullable(),
  revoked_at: moment.nullable(),
});

/** The new key with what signs: the shared secret, or a private key in PKCS #8 that is not kept. */
const created = message.extend({ data: signingKey, secret: z.string() });

export const listSigningKeys = operation(holds("referrer_restrictions_view", "project", "restrictions_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/signing-keys",
    tags: TAGS,
    summary: "The keys that sign a project's playback tokens, the newest first.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: z.array(signingKey) }));

export const createSigningKey = operation(holds("restrictions_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/signing-keys",
    tags: TAGS,
    successStatus: 201,
    summary: `Creates a signing key; a project can have ${SIGNING_KEYS_MAX}. Shows the secret; a private key is shown this once.`,
  })
  .input(z.object({ project_id: id, algorithm: z.enum(["HS256", "EdDSA"]).default("HS256") }))
  .output(created);

export const rotateSigningKey = operation(holds("restrictions_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/signing-keys/{id}/rotate",
    tags: TAGS,
    successStatus: 201,
    summary: "Creates a key of the same kind in a key's place; the old one verifies for some more minutes.",
  })
  .input(
    z.object({
      project_id: id,
      id,
      valid_minutes: z
        .number()
        .int("Choose 0 to 10080 minutes.")
        .min(0, "Choose 0 to 10080 minutes.")
        .max(10_080, "Choose 0 to 10080 minutes.")
        .default(60),
    }),
  )
  .output(created);

export const revealSigningKey = operation(holds("restrictions_manage", "project"), { proof: "keys" })
  .route({
    method: "POST",
    path: "/projects/{project_id}/signing-keys/{id}/reveal",
    tags: TAGS,
    summary: "Shows the secret of an HS256 key; the audit log keeps who saw it.",
  })
  .input(z.object({ project_id: id, id }))
  .output(z.object({ secret: z.string() }));

export const revokeSigningKey = operation(holds("restrictions_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/signing-keys/{id}/revoke",
    tags: TAGS,
    summary: "Revokes a signing key: its tokens stop playing within ten seconds.",
  })
  .input(z.object({ project_id: id, id }))
  .output(message.extend({ data: signingKey }));
