import type { ProjectDocument } from "@kinora/contract/as-code/document.ts";
import type { PortableSettings } from "../../platform/portable.ts";
import { saveLadder } from "./ladder.ts";
import { readLadder } from "./read-ladder.ts";

type Ladder = NonNullable<ProjectDocument["ladder"]>;

/** A project's ladder in a file. */
export const portableLadder: PortableSettings<Ladder, Ladder> = {
  async read({ db }, { projectId }) {
    const ladder = await readLadder(db, projectId);
    return {
      rungs: ladder.rungs.map(({ maxBitrateKbps: max_bitrate_kbps, ...rung }) => ({ ...rung, max_bitrate_kbps })),
      max_fps: ladder.maxFps,
      audio_kbps: ladder.audioKbps,
      mp4: ladder.mp4,
      remux: ladder.remux,
      remux_max_kbps: ladder.remuxMaxKbps,
    };
  },
  async save(context, grant, wanted) {
    await saveLadder(context, grant, {
      rungs: wanted.rungs.map(({ max_bitrate_kbps: maxBitrateKbps, ...rung }) => ({ ...rung, maxBitrateKbps })),
      maxFps: wanted.max_fps,
      audioKbps: wanted.audio_kbps,
      mp4: wanted.mp4,
      remux: wanted.remux,
      remuxMaxKbps: wanted.remux_max_kbps,
    });
  },
};
