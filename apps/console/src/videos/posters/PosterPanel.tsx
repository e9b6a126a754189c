import { POSTER_MAXIMUM_BYTES } from "@kinora/domain/videos/video-details.ts";
import { bestImage } from "@kinora/domain/videos/videos.ts";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { Button, Group, Stack, Switch } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { toastError } from "../../platform/toasts.ts";
import { useAction } from "../../platform/use-action.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { PictureButton } from "../../shell/fields/PictureButton.tsx";
import type { FramedPlayer } from "../../shell/frame/use-player.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { videoChanges } from "../video-changes.ts";
import { PlayerFrameButton } from "./PlayerFrameButton.tsx";
import { PosterFrames } from "./PosterFrames.tsx";
import { usePosterChange, type PosterChoice } from "./use-poster-change.ts";
import styles from "./Poster.module.css";

/** The video's poster: what it is, three ways to another one, and whether it moves under the pointer. */
export function PosterPanel({ video, player }: { video: VideoDetail; player: FramedPlayer }) {
  const { t } = useTranslation("video");
  const { permissions } = useViewer();
  const { poster } = video;
  const change = usePosterChange(video);
  const choose = (choice: PosterChoice) => change.mutate({ choice, before: poster.number });
  const takeFrame = (atSeconds: number) => choose({ atSeconds });
  const upload = (picture: File) => {
    if (picture.size > POSTER_MAXIMUM_BYTES) return toastError(t("posterUploadHint"));
    choose({ picture });
  };
  const locked = !permissions.video_edit || change.isPending || poster.working;
  const choice = change.variables?.choice;
  return (
    <SettingGroup title={t("sectionPoster")}>
      <div className={styles["poster"]}>
        <Current video={video} locked={locked} onReset={() => choose({ reset: true })} />
        <Stack gap={8} miw={0}>
          <PosterFrames
            video={video}
            disabled={locked}
            chosen={poster.by_hand && choice && "atSeconds" in choice ? choice.atSeconds : null}
            onChoose={takeFrame}
          />
          <div className={styles["buttons"]}>
            <PlayerFrameButton player={player} disabled={locked} onChoose={takeFrame} />
            <PictureButton fileLabel={t("posterUpload")} disabled={locked} onChoose={upload}>
              {t("posterUpload")}
            </PictureButton>
          </div>
          <p className="note">{t("posterUploadHint")}</p>
        </Stack>
      </div>
      <PreviewSwitch video={video} />
      <Sizes images={video.image_urls} />
    </SettingGroup>
  );
}

function Current({ video, locked, onReset }: { video: VideoDetail; locked: boolean; onReset: () => void }) {
  const { t } = useTranslation("video");
  const { permissions } = useViewer();
  const { poster } = video;
  const image = bestImage(video.image_urls);
  const source = image === null ? t("noPoster") : poster.by_hand ? t("posterByHand") : t("posterOwn");
  return (
    <div className={styles["current"]}>
      <Thumb src={image} size="fill" />
      <Group className="note" gap={0} wrap="nowrap" justify="space-between" mih={26}>
        <span>{source}</span>
        {poster.by_hand && permissions.video_edit ? (
          <Button variant="subtle" size="compact-sm" aria-label={t("posterReset")} disabled={locked} onClick={onReset}>
            {t("reset")}
          </Button>
        ) : null}
      </Group>
      {poster.working ? <p role="status">{t("posterWorking")}</p> : null}
      {poster.error === null ? null : (
        <p className="problem" role="alert">
          {poster.error}
        </p>
      )}
    </div>
  );
}

function PreviewSwitch({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("video");
  const { permissions } = useViewer();
  const animate = useAction((animated: boolean) => api.posters.setAnimatedPreview({ id: video.id, animated }), {
    changes: videoChanges(video.id),
    failure: t("previewNotChanged"),
  });
  return (
    <Switch
      label={t("animatedPreviewOn")}
      description={t("animatedPreviewHint")}
      // While the answer is on its way the switch shows what was asked for.
      checked={animate.isPending ? animate.variables : video.poster.animated}
      disabled={!permissions.video_edit}
      onChange={(event) => animate.mutate(event.currentTarget.checked)}
    />
  );
}

/** The sizes it is stored in. */
function Sizes({ images }: { images: VideoDetail["image_urls"] }) {
  const { t } = useTranslation("video");
  const sizes = Object.entries(images).toSorted(([a], [b]) => Number.parseInt(a) - Number.parseInt(b));
  return sizes.length === 0 ? null : (
    <SettingRow label={t("posterSizes")}>
      <span className={styles["sizes"]}>
        {sizes.map(([label, address]) => (
          <a key={label} href={address} target="_blank" rel="noreferrer">
            {label}
          </a>
        ))}
      </span>
    </SettingRow>
  );
}
