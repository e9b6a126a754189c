import { operations, projectGrant } from "../platform/http/operations.ts";
import { assignRestriction, effectiveRestriction, listRestrictedCategories } from "./assignments.ts";
import { dryRun, simulate } from "./checks.ts";
import { listEmbedPages, listEmbedPlaces } from "./embed-pages.ts";
import { findRestrictedVideo } from "./newest-video.ts";
import { deletePicture, uploadPicture } from "./pictures.ts";
import { presentProfile, readProfile } from "./profile-rows.ts";
import { allowReferrer, createProfile, deleteProfile, listProfiles, setDefault, updateProfile } from "./profiles.ts";
import { listDenials } from "./records.ts";
import {
  createSigningKey,
  listSigningKeys,
  revealSigningKey,
  revokeSigningKey,
  rotateSigningKey,
} from "./signing-keys.ts";

const { restrictions } = operations;

const profileRoutes = {
  listRestrictions: restrictions.listRestrictions.handler(async ({ context }) => {
    const { data, geo } = await listProfiles(context, projectGrant(context).projectId);
    return { data: data.map((profile) => presentProfile(context, profile)), geo };
  }),
  getRestriction: restrictions.getRestriction.handler(async ({ context, input }) => ({
    data: presentProfile(context, await readProfile(context.db, projectGrant(context).projectId, input.id)),
  })),
  createRestriction: restrictions.createRestriction.handler(async ({ context, input }) => {
    const { new_password: newPassword, is_default: isDefault, ...settings } = input;
    const created = await createProfile(context, projectGrant(context), { ...settings, newPassword, isDefault });
    return { data: presentProfile(context, created), message: "Profile is created." };
  }),
  updateRestriction: restrictions.updateRestriction.handler(async ({ context, input }) => {
    const settings = { ...input, newPassword: input.new_password };
    const saved = await updateProfile(context, projectGrant(context), input.id, settings);
    return { data: presentProfile(context, saved), message: "Profile is saved. It applies within 10 seconds." };
  }),
  setDefaultRestriction: restrictions.setDefaultRestriction.handler(async ({ context, input }) => ({
    data: presentProfile(context, await setDefault(context, projectGrant(context), input.id, input.is_default)),
    message: input.is_default ? "Profile is the default." : "Profile is no longer the default.",
  })),
  uploadRestrictionPicture: restrictions.uploadRestrictionPicture.handler(async ({ context, input }) => ({
    data: presentProfile(context, await uploadPicture(context, projectGrant(context), input.id, input.picture)),
    message: "Picture is saved. It appears within 10 seconds.",
  })),
  deleteRestrictionPicture: restrictions.deleteRestrictionPicture.handler(async ({ context, input }) => ({
    data: presentProfile(context, await deletePicture(context, projectGrant(context), input.id)),
    message: "Picture is removed.",
  })),
  deleteRestriction: restrictions.deleteRestriction.handler(async ({ context, input }) => {
    await deleteProfile(context, projectGrant(context), input.id);
    return { message: "Profile is deleted." };
  }),
  allowReferrer: restrictions.allowReferrer.handler(async ({ context, input }) => ({
    data: presentProfile(context, await allowReferrer(context, projectGrant(context), input.id, input.referrer)),
    message: "The domain may embed now.",
  })),
};

const assignmentRoutes = {
  getVideoRestriction: restrictions.getVideoRestriction.handler(async ({ context, input }) => ({
    data: await effectiveRestriction(context, projectGrant(context), "video", input.id),
  })),
  assignVideoRestriction: restrictions.assignVideoRestriction.handler(async ({ context, input }) => {
    await assignRestriction(context, projectGrant(context), "video", input.id, input.profile_id);
    const data = await effectiveRestriction(context, projectGrant(context), "video", input.id);
    return { data, message: "Restrictions are changed." };
  }),
  getStreamRestriction: restrictions.getStreamRestriction.handler(async ({ context, input }) => ({
    data: await effectiveRestriction(context, projectGrant(context), "stream", input.id),
  })),
  assignStreamRestriction: restrictions.assignStreamRestriction.handler(async ({ context, input }) => {
    await assignRestriction(context, projectGrant(context), "stream", input.id, input.profile_id);
    const data = await effectiveRestriction(context, projectGrant(context), "stream", input.id);
    return { data, message: "Restrictions are changed." };
  }),
  getPlaylistRestriction: restrictions.getPlaylistRestriction.handler(async ({ context, input }) => ({
    data: await effectiveRestriction(context, projectGrant(context), "playlist", input.id),
  })),
  assignPlaylistRestriction: restrictions.assignPlaylistRestriction.handler(async ({ context, input }) => {
    await assignRestriction(context, projectGrant(context), "playlist", input.id, input.profile_id);
    const data = await effectiveRestriction(context, projectGrant(context), "playlist", input.id);
    return { data, message: "Restrictions are changed." };
  }),
  assignCategoryRestriction: restrictions.assignCategoryRestriction.handler(async ({ context, input }) => {
    await assignRestriction(context, projectGrant(context), "category", input.id, input.profile_id);
    return { message: "Restrictions are changed." };
  }),
  listRestrictedCategories: restrictions.listRestrictedCategories.handler(async ({ context }) => ({
    data: await listRestrictedCategories(context, projectGrant(context).projectId),
  })),
};

const keyRoutes = {
  listSigningKeys: restrictions.listSigningKeys.handler(async ({ context }) => ({
    data: await listSigningKeys(context, projectGrant(context).projectId),
  })),
  createSigningKey: restrictions.createSigningKey.handler(async ({ context, input }) => ({
    ...(await createSigningKey(context, projectGrant(context), input.algorithm)),
    message: "Signing key is created.",
  })),
  rotateSigningKey: restrictions.rotateSigningKey.handler(async ({ context, input }) => ({
    ...(await rotateSigningKey(context, projectGrant(context), input.id, input.valid_minutes)),
    message: "Signing key is rotated.",
  })),
  revealSigningKey: restrictions.revealSigningKey.handler(async ({ context, input }) => ({
    secret: await revealSigningKey(context, projectGrant(context), input.id),
  })),
  revokeSigningKey: restrictions.revokeSigningKey.handler(async ({ context, input }) => ({
    data: await revokeSigningKey(context, projectGrant(context), input.id),
    message: "Signing key is revoked.",
  })),
};

/** The restrictions' operations: profiles, what they are assigned to, signing keys, checks and records. */
export const restrictionRoutes = {
  ...profileRoutes,
  ...assignmentRoutes,
  ...keyRoutes,
  simulateRestriction: restrictions.simulateRestriction.handler(async ({ context, input }) => ({
    data: await simulate(context, projectGrant(context), input.id, input, input.policy),
  })),
  findRestrictedVideo: restrictions.findRestrictedVideo.handler(async ({ context, input }) => ({
    data: await findRestrictedVideo(context, projectGrant(context), input.id),
  })),
  dryRunRestriction: restrictions.dryRunRestriction.handler(async ({ context, input }) => ({
    data: await dryRun(context, projectGrant(context), input.id, input.policy),
  })),
  listDenials: restrictions.listDenials.handler(({ context, input }) =>
    listDenials(context, projectGrant(context), input),
  ),
  listEmbedPlaces: restrictions.listEmbedPlaces.handler(({ context, input }) =>
    listEmbedPlaces(context, projectGrant(context), input),
  ),
  listVideoEmbedPages: restrictions.listVideoEmbedPages.handler(({ context, input: { id, ...query } }) =>
    listEmbedPages(context, projectGrant(context), { kind: "video", id }, query),
  ),
  listPlayerEmbedPages: restrictions.listPlayerEmbedPages.handler(({ context, input: { id, ...query } }) =>
    listEmbedPages(context, projectGrant(context), { kind: "player", id }, query),
  ),
  listPlaylistEmbedPages: restrictions.listPlaylistEmbedPages.handler(({ context, input: { id, ...query } }) =>
    listEmbedPages(context, projectGrant(context), { kind: "playlist", id }, query),
  ),
};
