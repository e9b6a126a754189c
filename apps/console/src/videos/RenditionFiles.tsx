import { Panel } from "@kinora/ui/Panel.tsx";
import { Button } from "@mantine/core";
import { IconLink, IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { copyText } from "../platform/clipboard.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { RenditionMenu } from "./RenditionMenu.tsx";
import { RenditionTable } from "./RenditionTable.tsx";
import { useVideoChange } from "./useVideoChange.ts";
import styles from "./VideoDetail.module.css";

/** The versions a video is stored in, with what each is and what can be done with it; and those it could have besides. */
export function RenditionFiles({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["video", "videos"]);
  const { permissions } = useViewer();
  const { done, failed } = useVideoChange(video.id);
  const missing = video.missing_rungs;
  const add = useMutation({
    mutationFn: () => api.renditions.addMissingRungs({ video_id: video.id }),
    onSuccess: ({ message }) => done(message),
    onError: (error) => failed(error, t("missingNotAdded")),
  });
  const mayAdd = permissions.video_edit && video.status === "complete" && missing.length > 0;
  const actions = (
    <div className={styles["inline"]}>
      {mayAdd ? (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.6} />}
          loading={add.isPending}
          onClick={() => add.mutate()}
        >
          {t("addMissing")}
        </Button>
      ) : null}
      {video.playable ? (
        <Button
          variant="default"
          leftSection={<IconLink size={16} stroke={1.6} />}
          onClick={() => void copyText(t("hlsAddress"), video.hls_url)}
        >
          {t("copyMaster")}
        </Button>
      ) : null}
    </div>
  );
  return (
    <Panel title={t("renditions")} action={actions} flush>
      {video.renditions.length === 0 ? (
        <p className={styles["empty"]}>{t("videos:noRenditions")}</p>
      ) : (
        <RenditionTable
          label={t("renditions")}
          renditions={video.renditions}
          menuOf={(rendition) =>
            rendition.state === "complete" ? <RenditionMenu video={video} rendition={rendition} /> : null
          }
        />
      )}
      {video.encoded_because === null ? null : (
        <p className={styles["below"]}>{t("encodedBecause", { reason: video.encoded_because })}</p>
      )}
      {mayAdd ? <p className={styles["below"]}>{t("missingAre", { labels: missing.join(", ") })}</p> : null}
    </Panel>
  );
}
