import { Button } from "@mantine/core";
import { IconScissors } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { recordingsKey, type StreamDetail, type StreamRecording } from "../queries.ts";
import { keptState } from "./recording-view.ts";

const TrimDialog = lazyPart(async () => (await import("./TrimDialog.tsx")).TrimDialog);

interface ActionProps {
  stream: StreamDetail;
  recording: StreamRecording;
}

type KeptVideo = NonNullable<StreamRecording["video"]>;

/** Publishes what a recording or a clip became, and trims it. */
export function RecordingActions({ stream, recording }: ActionProps) {
  const { permissions } = useViewer();
  const { video } = recording;
  const state = keptState(recording);
  if (video === null || (state !== "unpublished" && state !== "published")) return null;
  return (
    <>
      {state === "unpublished" && permissions.video_publish ? <PublishButton stream={stream} video={video} /> : null}
      {permissions.streams_control ? <TrimButton stream={stream} recording={recording} video={video} /> : null}
    </>
  );
}

function TrimButton({ stream, recording, video: { id, title } }: ActionProps & { video: KeptVideo }) {
  const { t } = useTranslation("recordings");
  const { permissions } = useViewer();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconScissors size={14} stroke={1.6} />}
        aria-label={t("trimOf", { title })}
        onClick={() => setOpen(true)}
      >
        {t("trim")}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <TrimDialog
            stream={stream}
            recording={recording}
            video={{ id, watched: permissions.video_view === true }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function PublishButton({ stream, video: { id, title } }: { stream: StreamDetail; video: KeptVideo }) {
  const { t } = useTranslation("recordings");
  const publish = useAction(() => api.videos.publishVideo({ id, published: true }), {
    changes: [recordingsKey(stream.id), ["videos"]],
  });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={publish.isPending}
      aria-label={t("publishOf", { title })}
      onClick={() => publish.mutate()}
    >
      {t("publish")}
    </Button>
  );
}
