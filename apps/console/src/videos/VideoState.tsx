import type { Video } from "../platform/videos.ts";
import { PublishedStatus, TakenDownStatus, VideoStatus } from "./VideoStatus.tsx";

type Described = Parameters<typeof VideoStatus>[0]["video"] & Pick<Video, "published" | "taken_down">;

/** The one state of a video that matters: taken down, whether a finished one is public, how far any other is. */
export function VideoState({ video }: { video: Described }) {
  if (video.taken_down) return <TakenDownStatus />;
  return video.status === "complete" ? <PublishedStatus published={video.published} /> : <VideoStatus video={video} />;
}
