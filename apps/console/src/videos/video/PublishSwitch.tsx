import { Switch, Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Video } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { usePublish } from "../../shell/lists/use-publish.ts";

/** Shows or hides a video at once; those who may not read which permission it takes. */
export function PublishSwitch({
  video: { id, title, published },
}: {
  video: Pick<Video, "id" | "title" | "published">;
}) {
  const { t } = useTranslation("videos");
  const { permissions } = useViewer();
  const { mutate: publish } = usePublish();
  return (
    <Tooltip label={t("needsPublish")} disabled={permissions.video_publish}>
      <span>
        <Switch
          checked={published}
          disabled={!permissions.video_publish}
          aria-label={t("publishSwitch", { title })}
          onChange={(event) => publish({ id, published: event.currentTarget.checked })}
        />
      </span>
    </Tooltip>
  );
}
