import { isEncoding, takesFile } from "@kinora/domain/videos/audio-tracks.ts";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { Box, Button } from "@mantine/core";
import {
  IconPencil,
  IconPlayerStop,
  IconPlus,
  IconRefresh,
  IconStar,
  IconTrash,
  IconUpload,
} from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useAction } from "../../platform/use-action.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { offered } from "../../shell/menus/actions.ts";
import { Later } from "../../shell/menus/Later.tsx";
import { MediaHead } from "../video/MediaHead.tsx";
import { audioTrackChanges, useAudioTracks, type AudioTrack } from "./audio-tracks.ts";
import type { EditedTrack } from "./AudioTrackDialog.tsx";
import { useAudioTrackColumns, useAudioTrackNote } from "./use-audio-track-columns.tsx";

const AudioTrackDialog = lazyPart(async () => (await import("./AudioTrackDialog.tsx")).AudioTrackDialog);
const icon = { size: 16, stroke: 1.6 };

/** The audio tracks among which viewers choose: those of the video's file, and those that were uploaded. */
export function AudioTracks({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("video");
  const mayEdit = useViewer().permissions.video_edit;
  const tracks = useAudioTracks(video);
  const [edited, setEdited] = useState<EditedTrack | null>(null);
  const columns = useAudioTrackColumns();
  const note = useAudioTrackNote();
  const menu = useAudioTrackMenu(video.id, setEdited);
  if (!tracks) return null;
  return (
    <section>
      <MediaHead title={t("audioTracks")}>
        {mayEdit && video.playable ? (
          <Button variant="default" leftSection={<IconPlus {...icon} />} onClick={() => setEdited({ step: "add" })}>
            {t("addAudio")}
          </Button>
        ) : null}
      </MediaHead>
      <DataTable
        label={t("audioTracks")}
        columns={columns}
        rows={tracks}
        nameOf={({ name }) => name}
        menu={menu}
        note={note}
        actionsWidth={30}
        empty={
          <Box component="p" className="muted" m={0} p={16}>
            {t("audioEmpty")}
          </Box>
        }
      />
      <Later when={edited !== null}>
        {edited === null ? null : <AudioTrackDialog video={video} edited={edited} onClose={() => setEdited(null)} />}
      </Later>
    </section>
  );
}

/** The calls that change an audio track. */
function useTrackActions(videoId: number) {
  const { t } = useTranslation("video");
  const place = ({ id }: AudioTrack) => ({ video_id: videoId, id });
  const changes = audioTrackChanges(videoId);
  const saving = { changes, failure: t("audioNotSaved") };
  const makeDefault = useAction(
    ({ name, language, kind, ...track }: AudioTrack) =>
      api.audioTracks.updateAudioTrack({
        ...{ video_id: videoId, id: track.id },
        ...{ name, language, kind, default: true },
      }),
    saving,
  );
  const cancel = useAction((track: AudioTrack) => api.audioTracks.cancelAudioTrack(place(track)), saving);
  const retry = useAction((track: AudioTrack) => api.audioTracks.retryAudioTrack(place(track)), saving);
  const remove = useAction((track: AudioTrack) => api.audioTracks.deleteAudioTrack(place(track)), {
    changes,
    failure: t("audioNotDeleted"),
  });
  return { makeDefault, cancel, retry, remove };
}

/** What can be done with an audio track. */
function useAudioTrackMenu(videoId: number, onEdit: (edited: EditedTrack) => void) {
  const { t } = useTranslation(["video", "videos", "layout"]);
  const mayEdit = useViewer().permissions.video_edit;
  const { makeDefault, cancel, retry, remove } = useTrackActions(videoId);
  const words = { item: t("audioItem"), action: t("videos:deleteAction") };
  const question = {
    title: t("layout:confirmDeleteTitle", words),
    text: t("layout:confirmPermanently", words),
    yes: t("delete"),
    danger: true,
  };
  return (track: AudioTrack) => {
    const { state, failure } = track;
    const isStopped = (state === "failed" && failure?.retryable !== false) || state === "cancelled";
    const actions = [
      { when: !track.default, label: t("audioMakeDefault"), Icon: IconStar, onChoose: () => makeDefault.mutate(track) },
      { when: true, label: t("editAudio"), Icon: IconPencil, onChoose: () => onEdit({ step: "edit", track }) },
      {
        when: takesFile(state),
        label: t("audioUpload"),
        Icon: IconUpload,
        onChoose: () => onEdit({ step: "upload", track }),
      },
      { when: isStopped, label: t("audioRetry"), Icon: IconRefresh, onChoose: () => retry.mutate(track) },
      { when: isEncoding(state), label: t("audioCancel"), Icon: IconPlayerStop, onChoose: () => cancel.mutate(track) },
    ];
    return [
      ...actions.flatMap(({ when, label, Icon, onChoose }) =>
        offered(mayEdit && when, { label, icon: <Icon {...icon} />, onChoose }),
      ),
      ...offered(mayEdit, {
        label: t("delete"),
        icon: <IconTrash {...icon} />,
        danger: true,
        onChoose: () => void remove.mutateAfter(question, track),
      }),
    ];
  };
}
