import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeDemoClip } from "@kinora/media/scenes/demo-clip.ts";
import type { Services } from "../../context.ts";
import type { Chore } from "../../platform/jobs/chores.ts";
import { DEMO_SECONDS } from "./demo-documents.ts";

/** Storage key of the demo ad's media; another picture gets another number. */
export const DEMO_CLIP_KEY = "demo/ad-1.mp4";

/** Makes the demo ad's media once for each installation. */
export const makeDemoAd: Chore = {
  name: "ads.make_demo_ad",
  does: "Makes the demo ad's video once.",
  everySeconds: 3_600,
  async run({ storage }: Pick<Services, "storage">) {
    if (await storage.stat(DEMO_CLIP_KEY)) return;
    const folder = await mkdtemp(join(tmpdir(), "kinora-demo-ad-"));
    try {
      const path = join(folder, "ad.mp4");
      await makeDemoClip(
        { picture: "horizon", variant: 2, showsTime: true, width: 640, height: 360, durationSeconds: DEMO_SECONDS },
        path,
      );
      await storage.put(DEMO_CLIP_KEY, await readFile(path));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
