import { operations, projectGrant } from "../../platform/http/operations.ts";
import { applyLadder, cancelLadderRun } from "./ladder-runs.ts";
import { describeLadder, saveLadder } from "./ladder.ts";

export const ladderRoutes = {
  getLadder: operations.resolutions.getLadder.handler(async ({ context }) => ({
    data: await describeLadder(context, projectGrant(context).projectId),
  })),
  saveLadder: operations.resolutions.saveLadder.handler(async ({ context, input }) => ({
    data: await saveLadder(context, projectGrant(context), {
      rungs: input.rungs.map(({ height, enabled, crf, max_bitrate_kbps: maxBitrateKbps }) => ({
        height,
        enabled,
        crf,
        maxBitrateKbps,
      })),
      maxFps: input.max_fps,
      audioKbps: input.audio_kbps,
      mp4: input.mp4,
      remux: input.remux,
      remuxMaxKbps: input.remux_max_kbps,
    }),
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
