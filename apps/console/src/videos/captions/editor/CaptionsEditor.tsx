import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../platform/client.ts";
import { useTranslation } from "../../../platform/i18n.ts";
import type { VideoDetail } from "../../../platform/videos.ts";
import { QueryProblem } from "../../../shell/frame/QueryProblem.tsx";
import type { FramedPlayer } from "../../../shell/frame/use-player.ts";
import type { Captions } from "../CaptionsDialog.tsx";
import { CaptionsText } from "./CaptionsText.tsx";

/** The text of captions with the version it is of; read again only when someone asks for it. */
const captionsFileQuery = (videoId: number, id: number) =>
  queryOptions({
    queryKey: ["captions-file", videoId, id],
    queryFn: ({ signal }) => api.captions.readCaptionsFile({ video_id: videoId, id }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** Edits what captions say, beside the picture and the sound. */
export function CaptionsEditor({
  video,
  captions,
  player,
}: {
  video: VideoDetail;
  captions: Captions;
  player: FramedPlayer;
}) {
  const { t } = useTranslation("captionsEditor");
  // Another one is begun when the text is loaded again.
  const [loaded, setLoaded] = useState(0);
  const query = captionsFileQuery(video.id, captions.id);
  const file = useQuery(query);
  if (file.data)
    return (
      <CaptionsText
        key={loaded}
        video={video}
        captions={captions}
        file={file.data}
        player={player}
        stored={{ queryKey: query.queryKey, show: () => setLoaded(loaded + 1) }}
      />
    );
  if (!file.isError) return <SkeletonRows label={t("loading")} />;
  return <QueryProblem query={file} />;
}
