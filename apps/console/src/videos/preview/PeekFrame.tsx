import { bestImage } from "@kinora/domain/videos/videos.ts";
import { Box } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { useNarrowerThan } from "../../platform/use-media-query.ts";
import type { Video, VideoPage } from "../../platform/videos.ts";
import styles from "./PeekFrame.module.css";

/** Below this there is no room beside a list: the panel is a sheet above it. */
const SHEET_BELOW = 640;

/** Whether a video that is opened beside its list takes the whole screen. */
export const useIsSheet = (): boolean => useNarrowerThan(SHEET_BELOW);

/** The place of a video beside its list: 480 px at the right, above the list, which stays where it is. */
export function PeekFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation("library");
  return (
    <section className={styles["panel"]} aria-label={t("peekLabel")}>
      {children}
    </section>
  );
}

/** What the lists of this visit know of a video. */
export function useListedVideo(id: number): Video | undefined {
  return useQueryClient()
    .getQueriesData<VideoPage>({ queryKey: ["videos"] })
    .flatMap(([, list]) => (Array.isArray(list?.data) ? list.data : []))
    .find((video) => video.id === id);
}

/** A video's poster where its player will be. */
export function PeekPoster({ video }: { video: Video | undefined }) {
  const poster = video ? bestImage(video.image_urls) : null;
  return <div className={`screen ${styles["player"]}`}>{poster === null ? null : <img src={poster} alt="" />}</div>;
}

/** The frame with what the list knows, while the rest is on its way. */
export function PeekComing({ id }: { id: number }) {
  const video = useListedVideo(id);
  if (useIsSheet()) return null;
  return (
    <PeekFrame>
      <div className={styles["head"]}>
        <Box component="h2" className="truncate heading" flex={1} dir="auto">
          {video?.title}
        </Box>
      </div>
      <div className={styles["body"]}>
        <PeekPoster video={video} />
      </div>
    </PeekFrame>
  );
}
