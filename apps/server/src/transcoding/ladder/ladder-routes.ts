import { operations, projectGrant } from "../../platform/http/operations.ts";
import { applyLadder, cancelLadderRun } from "./ladder-runs.ts";
import { describeLadder, saveLadder } from "./ladder.ts";
import { ladderOf } from "./sent-ladder.ts";

export const ladderRoutes = {
  getLadder: operations.resolutions.getLadder.handler(async ({ context }) => ({
    data: await describeLadder(context, projectGrant(context).projectId),
  })),
  saveLadder: operations.resolutions.saveLadder.handler(async ({ context, input }) => ({
    data: await saveLadder(context, projectGrant(context), ladderOf(input)),
    message: "Resolutions are saved.",
  })),
  applyLadder: operations.resolutions.applyLadder.handler(async ({ context }) => ({
    data: await applyLadder(context, projectGrant(context)),
    message: "The videos are being transcoded again.",
  })),
  cancelLadderRun: operations.resolutions.cancelLadderRun.handler(async ({ context }) => ({
    data: await cancelLadderRun(context, projectGrant(context)),
    message: "No more videos are transcoded again. Running transcodes finish.",
  })),
};
