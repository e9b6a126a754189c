import { STREAM_PICTURE_KINDS, type StreamPictureKind } from "@kinora/domain/live/stream-pictures.ts";
import { POSTER_MAXIMUM_BYTES } from "@kinora/domain/videos/video-details.ts";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { Button } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import { toastError } from "../../platform/toasts.ts";
import { PictureButton } from "../../shell/fields/PictureButton.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import type { StreamDetail } from "../queries.ts";
import { useStreamPicture } from "./use-stream-picture.ts";
import styles from "../loop/Loop.module.css";

/** A livestream's own pictures for when its encoder's is not shown. */
export function StreamPictures({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("loop");
  return (
    <SettingGroup title={t("pictures")} text={t("picturesText")}>
      <ul className={styles["pictures"]}>
        {STREAM_PICTURE_KINDS.map((kind) => (
          <PictureRow key={kind} stream={stream} kind={kind} />
        ))}
      </ul>
    </SettingGroup>
  );
}

function PictureRow({ stream, kind }: { stream: StreamDetail; kind: StreamPictureKind }) {
  const { t } = useTranslation("loop");
  const { permissions } = useViewer();
  const change = useStreamPicture(stream);
  const picture = stream.pictures[kind];
  const upload = (file: File) => {
    if (file.size > POSTER_MAXIMUM_BYTES) return toastError(t("pictureTooLarge"));
    change.mutate({ kind, file });
  };
  const name = t(`picture_${kind}`);
  return (
    <li>
      <Thumb src={picture} />
      <span className={styles["names"]}>
        <strong>{name}</strong>
        <span className="note">{t(`pictureHint_${kind}`)}</span>
      </span>
      {permissions.streams_manage ? (
        <span className={styles["pictureActions"]}>
          <PictureButton
            size="compact-sm"
            fileLabel={t("pictureFile", { name })}
            loading={change.isPending}
            aria-label={t("pictureUpload", { name })}
            onChoose={upload}
          >
            {t("upload")}
          </PictureButton>
          {picture === null ? null : (
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={change.isPending}
              aria-label={t("pictureRemove", { name })}
              onClick={() => change.mutate({ kind, file: null })}
            >
              {t("removePicture")}
            </Button>
          )}
        </span>
      ) : null}
    </li>
  );
}
