import { dashboardTexts } from "./dashboard/texts.ts";
import { laterTexts } from "./later/texts.ts";
import { layoutTexts } from "./layout/texts.ts";
import { projectsTexts } from "./projects/texts.ts";
import { sessionTexts } from "./session/texts.ts";
import { importTexts } from "./uploads/importTexts.ts";
import { uploadsTexts } from "./uploads/texts.ts";
import { usersTexts } from "./users/texts.ts";
import { videoTexts } from "./videos/detailTexts.ts";
import { libraryTexts } from "./videos/libraryTexts.ts";
import { videosTexts } from "./videos/texts.ts";

/** Every text of the console by room; the keys are checked by the compiler (i18next.d.ts). */
export const texts = {
  layout: layoutTexts,
  session: sessionTexts,
  projects: projectsTexts,
  dashboard: dashboardTexts,
  videos: videosTexts,
  library: libraryTexts,
  video: videoTexts,
  uploads: uploadsTexts,
  imports: importTexts,
  users: usersTexts,
  later: laterTexts,
} as const;
