import { POSTER_MAXIMUM_BYTES } from "@kinora/domain/videoDetails.ts";
import { bestImage } from "@kinora/domain/videos.ts";
import { readTime } from "@kinora/domain/vttTime.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { Button, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { PictureButton } from "../layout/PictureButton.tsx";
import type { FramedPlayer } from "../layout/usePlayer.ts";
import { useViewer } from "../layout/useViewer.ts";
import { toastError } from "../platform/toasts.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { PlayerFrameButton } from "./PlayerFrameButton.tsx";
import { PosterFrames } from "./PosterFrames.tsx";
import { PosterSettings } from "./PosterSettings.tsx";
import { usePosterChange, type PosterWish } from "./usePosterChange.ts";
import styles from "./VideoDetail.module.css";

/** The video's picture: what it is, and three ways to another one. */
export function PosterTab({ video, player }: { video: VideoDetail; player: FramedPlayer }) {
  const { t } = useTranslation("video");
  const { permissions } = useViewer();
  const [time, setTime] = useState("");
  const [timeError, setTimeError] = useState<string | null>(null);
  const { poster } = video;
  const change = usePosterChange(video);
  const choose = (wish: PosterWish) => change.mutate({ wish, before: poster.number });

  const useTime = (event: SubmitEvent) => {
    event.preventDefault();
    const seconds = readTime(time);
    if (seconds === null) return setTimeError(t("posterAtWrong"));
    choose({ atSeconds: seconds });
  };
  const upload = (picture: File) => {
    if (picture.size > POSTER_MAXIMUM_BYTES) return toastError(t("posterUploadHint"));
    choose({ picture });
  };
  const locked = !permissions.video_edit || change.isPending || poster.working;
  const image = bestImage(video.image_urls);
  return (
    <div className={styles["stack"]}>
      <Panel title={t("currentPoster")}>
        <div className={styles["poster"]}>
          <div className={styles["posterPicture"]}>
            <Thumb src={image} size="fill" durationSeconds={null} />
          </div>
          <div className={styles["form"]}>
            <p className={styles["note"]}>
              {image === null ? t("noPoster") : poster.by_hand ? t("posterByHand") : t("posterOwn")}
            </p>
            {poster.working ? <p role="status">{t("posterWorking")}</p> : null}
            {poster.error === null ? null : (
              <p className={styles["error"]} role="alert">
                {poster.error}
              </p>
            )}
            {poster.by_hand && permissions.video_edit ? (
              <div>
                <Button variant="default" disabled={locked} onClick={() => choose({ reset: true })}>
                  {t("posterReset")}
                </Button>
              </div>
            ) : null}
          </div>
        </div>
      </Panel>
      <Panel title={t("posterChoose")}>
        <div className={styles["form"]}>
          <PlayerFrameButton player={player} disabled={locked} onChoose={(atSeconds) => choose({ atSeconds })} />
          <PosterFrames video={video} disabled={locked} onChoose={(atSeconds) => choose({ atSeconds })} />
          <form className={styles["inline"]} onSubmit={useTime} noValidate>
            <TextInput
              label={t("posterAt")}
              description={t("posterAtHint")}
              value={time}
              error={timeError}
              onChange={(event) => {
                setTime(event.currentTarget.value);
                setTimeError(null);
              }}
            />
            <Button type="submit" variant="default" disabled={locked || time.trim() === ""}>
              {t("posterUseFrame")}
            </Button>
          </form>
        </div>
      </Panel>
      <Panel title={t("posterUpload")}>
        <div className={styles["form"]}>
          <p className={styles["note"]}>{t("posterUploadHint")}</p>
          <div>
            <PictureButton fileLabel={t("posterUpload")} disabled={locked} onChoose={upload}>
              {t("posterUpload")}
            </PictureButton>
          </div>
        </div>
      </Panel>
      <PosterSettings video={video} />
    </div>
  );
}
