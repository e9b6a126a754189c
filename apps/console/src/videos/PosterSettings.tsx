import { Panel } from "@kinora/ui/Panel.tsx";
import { Switch } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { useVideoChange } from "./useVideoChange.ts";
import styles from "./VideoDetail.module.css";

/** The sizes the poster is stored in, and whether the video moves under the pointer. */
export function PosterSettings({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("video");
  const { permissions } = useViewer();
  const { done, failed } = useVideoChange(video.id);
  const animate = useMutation({
    mutationFn: (animated: boolean) => api.posters.setAnimatedPreview({ id: video.id, animated }),
    onSuccess: ({ message }) => done(message),
    onError: (error) => failed(error, t("previewNotChanged")),
  });
  const sizes = Object.entries(video.image_urls).toSorted(([a], [b]) => Number.parseInt(a) - Number.parseInt(b));
  // While the answer is on its way the switch shows what was asked for.
  const animated = animate.isPending ? animate.variables : video.poster.animated;
  return (
    <>
      <Panel title={t("animatedPreview")}>
        <Switch
          label={t("animatedPreviewOn")}
          description={t("animatedPreviewHint")}
          checked={animated}
          disabled={!permissions.video_edit}
          onChange={(event) => animate.mutate(event.currentTarget.checked)}
        />
      </Panel>
      {sizes.length === 0 ? null : (
        <Panel title={t("posterSizes")}>
          <ul className={styles["chips"]}>
            {sizes.map(([label, address]) => (
              <li key={label}>
                <a href={address} target="_blank" rel="noreferrer" className={styles["chip"]}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
