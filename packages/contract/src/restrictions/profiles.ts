import {
  BLOCKED_MESSAGE_MAX,
  PLAYBACK_PASSWORD,
  PROFILE_NAME_MAX,
  PROFILES_MAX,
} from "@kinora/domain/restrictions/policy.ts";
import { POSTER_MAXIMUM_BYTES } from "@kinora/domain/videos/video-details.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, line, message, moment, readVersion, version } from "../shapes.ts";
import { policyInput, policyShape } from "./policy-shape.ts";

const TAGS = ["Restrictions"];

export const restrictionProfile = z.object({
  id: z.number(),
  name: z.string(),
  policy: policyShape,
  /** Shown where playback is refused; empty: the usual sentence. */
  message: z.string(),
  /** Shown behind the message, over the whole player; null for none. Width and height in pixels. */
  picture: z.object({ url: z.string(), width: z.number(), height: z.number() }).nullable(),
  /** Applies to everything without a profile of its own. */
  is_default: z.boolean(),
  /** Videos, livestreams, categories and playlists that have it. */
  used_by: z.object({ videos: z.number(), streams: z.number(), categories: z.number(), playlists: z.number() }),
  /** Refused requests of the last seven days. */
  denied: z.number(),
  /** Why nobody can pass; null when someone can. */
  warning: z.string().nullable(),
  version,
  created_at: moment,
  updated_at: moment,
});

export const profileSettings = {
  name: line("Name", PROFILE_NAME_MAX),
  policy: policyInput,
  message: z
    .string()
    .trim()
    .max(BLOCKED_MESSAGE_MAX, `The message can have up to ${BLOCKED_MESSAGE_MAX} characters.`)
    .regex(/^[^\p{Cc}]*$/u, "The message cannot contain control characters.")
    .default(""),
  /** A new password; what is left out keeps the one there is. */
  new_password: z
    .string()
    .min(PLAYBACK_PASSWORD.min, `A password has at least ${PLAYBACK_PASSWORD.min} characters.`)
    .max(PLAYBACK_PASSWORD.max, `A password has at most ${PLAYBACK_PASSWORD.max} characters.`)
    .optional(),
};
const answer = message.extend({ data: restrictionProfile });

export const listRestrictions = operation(holds("referrer_restrictions_view", "project", "restrictions_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/restrictions",
    tags: TAGS,
    summary: "The restriction profiles of a project, the default first.",
  })
  .input(z.object({ project_id: id }))
  .output(
    z.object({
      data: z.array(restrictionProfile),
      /** When the geo database was built, and whether it is the operator's own. */
      geo: z.object({ built_at: moment, own: z.boolean() }),
    }),
  );

export const getRestriction = operation(holds("referrer_restrictions_view", "project", "restrictions_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/restrictions/{id}",
    tags: TAGS,
    summary: "One restriction profile.",
  })
  .input(z.object({ project_id: id, id }))
  .output(z.object({ data: restrictionProfile }));

export const createRestriction = operation(holds("restrictions_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/restrictions",
    tags: TAGS,
    successStatus: 201,
    summary: `Adds a restriction profile; a project can have ${PROFILES_MAX}.`,
  })
  .input(
    z.object({
      project_id: id,
      ...profileSettings,
      /** Whether it becomes the project's default at once. */
      is_default: z.boolean().default(false),
    }),
  )
  .output(answer);

export const updateRestriction = operation(holds("restrictions_manage", "project"))
  .route({
    method: "PUT",
    path: "/projects/{project_id}/restrictions/{id}",
    tags: TAGS,
    summary: "Changes a restriction profile; it applies within ten seconds, also to who is watching.",
  })
  .input(z.object({ project_id: id, id, version: readVersion, ...profileSettings }))
  .output(answer);

export const setDefaultRestriction = operation(holds("restrictions_manage", "project"))
  .route({
    method: "PATCH",
    path: "/projects/{project_id}/restrictions/{id}/default",
    tags: TAGS,
    summary: "Makes a profile the project's default, or ends that: then everything without a profile is open.",
  })
  .input(z.object({ project_id: id, id, is_default: z.boolean() }))
  .output(answer);

export const deleteRestriction = operation(holds("restrictions_manage", "project"))
  .route({
    method: "DELETE",
    path: "/projects/{project_id}/restrictions/{id}",
    tags: TAGS,
    summary: "Deletes a profile; what had it gets its category's or the project's default.",
  })
  .input(z.object({ project_id: id, id }))
  .output(message);

export const uploadRestrictionPicture = operation(holds("restrictions_manage", "project"), {
  bodyBytes: Math.ceil((POSTER_MAXIMUM_BYTES * 4) / 3) + 4_096,
})
  .route({
    method: "POST",
    path: "/projects/{project_id}/restrictions/{id}/picture",
    tags: TAGS,
    summary: "Shows refused viewers a JPEG, PNG or WebP picture of up to 5 MB in place of the player.",
  })
  .input(z.object({ project_id: id, id, picture: z.base64("Send the picture in base64.").min(1, "Choose a picture.") }))
  .output(answer);

export const deleteRestrictionPicture = operation(holds("restrictions_manage", "project"))
  .route({
    method: "DELETE",
    path: "/projects/{project_id}/restrictions/{id}/picture",
    tags: TAGS,
    summary: "Removes the picture that refused viewers see.",
  })
  .input(z.object({ project_id: id, id }))
  .output(answer);

/** Adds one page to a profile's allowed ones, or takes it from its blocked ones. */
export const allowReferrer = operation(holds("restrictions_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/restrictions/{id}/allowed-referrers",
    tags: TAGS,
    summary: "Lets a domain embed: adds it to the allowed pages of a profile, or removes it from the blocked ones.",
  })
  .input(z.object({ project_id: id, id, referrer: line("Domain", 300) }))
  .output(answer);
