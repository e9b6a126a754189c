import type { Video } from "../platform/videos.ts";
import { PublishedStatus, VideoStatus } from "../shell/lists/VideoStatus.tsx";

type Described = Parameters<typeof VideoStatus>[0]["video"] & Pick<Video, "published">;

/** The one state of a video that matters: whether a finished one is public, how far any other is. */
export const VideoState = ({ video }: { video: Described }) =>
  video.status === "complete" ? <PublishedStatus published={video.published} /> : <VideoStatus video={video} />;
