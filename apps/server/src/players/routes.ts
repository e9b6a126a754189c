import { operations, projectGrant } from "../platform/http/operations.ts";
import { addPlayerPicture } from "./pictures.ts";
import {
  createPlayer,
  deletePlayer,
  duplicatePlayer,
  listPlayerOptions,
  listPlayers,
  publishPlayer,
  readPlayer,
  revertPlayer,
  savePlayer,
  setDefaultPlayer,
} from "./service.ts";

export const playerRoutes = {
  listPlayers: operations.players.listPlayers.handler(async ({ context }) => ({
    data: await listPlayers(context, projectGrant(context).projectId),
  })),
  listPlayerOptions: operations.players.listPlayerOptions.handler(async ({ context }) => ({
    data: await listPlayerOptions(context, projectGrant(context).projectId),
  })),
  createPlayer: operations.players.createPlayer.handler(async ({ context, input }) => ({
    data: await createPlayer(context, projectGrant(context), input.title),
    message: "Player is saved.",
  })),
  getPlayer: operations.players.getPlayer.handler(async ({ context, input }) => ({
    data: await readPlayer(context, projectGrant(context).projectId, input.id),
  })),
  savePlayer: operations.players.savePlayer.handler(
    async ({ context, input: { id, draft_version: draftVersion, ...player } }) => ({
      data: await savePlayer(context, projectGrant(context), id, { ...player, draftVersion }),
      message: "Player is saved.",
    }),
  ),
  publishPlayer: operations.players.publishPlayer.handler(async ({ context, input }) => ({
    data: await publishPlayer(context, projectGrant(context), input.id, input.draft_version),
    message: "Player is published.",
  })),
  revertPlayer: operations.players.revertPlayer.handler(async ({ context, input }) => ({
    data: await revertPlayer(context, projectGrant(context), input.id, input.version),
    message: `Version ${input.version} is the draft. Publish it to show it to viewers.`,
  })),
  duplicatePlayer: operations.players.duplicatePlayer.handler(async ({ context, input }) => ({
    data: await duplicatePlayer(context, projectGrant(context), input.id),
    message: "Player is duplicated.",
  })),
  setDefaultPlayer: operations.players.setDefaultPlayer.handler(async ({ context, input }) => ({
    data: await setDefaultPlayer(context, projectGrant(context), input.id),
    message: "Default player is changed.",
  })),
  uploadPlayerPicture: operations.players.uploadPlayerPicture.handler(async ({ context, input }) => {
    const grant = projectGrant(context);
    const picture = await addPlayerPicture(context, grant, input.id, input.picture);
    return {
      picture,
      data: await readPlayer(context, grant.projectId, input.id),
      message: "The picture is uploaded. Place it, then save.",
    };
  }),
  deletePlayer: operations.players.deletePlayer.handler(async ({ context, input }) => {
    await deletePlayer(context, projectGrant(context), input.id);
    return { message: "Player is deleted." };
  }),
};
