import { Hint } from "@kinora/ui/kit/Hint.tsx";
import { Switch } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import type { Video } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { usePublish } from "../use-publish.ts";

/** Shows or hides a video at once; those who may not read which permission it takes. */
export function PublishSwitch({
  video: { id, title, published, taken_down: takenDown },
}: {
  video: Pick<Video, "id" | "title" | "published" | "taken_down">;
}) {
  const { t } = useTranslation("videos");
  const { permissions } = useViewer();
  const { mutate: publish } = usePublish();
  const isBarred = takenDown !== null && !published;
  return (
    <Hint
      label={t(permissions.video_publish ? "takenDownPublish" : "needsPublish")}
      disabled={permissions.video_publish && !isBarred}
    >
      <span>
        <Switch
          checked={published}
          disabled={!permissions.video_publish || isBarred}
          aria-label={t("publishSwitch", { title })}
          onChange={(event) => publish({ id, published: event.currentTarget.checked })}
        />
      </span>
    </Hint>
  );
}
