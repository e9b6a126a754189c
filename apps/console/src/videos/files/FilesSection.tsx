import { renditionName } from "@kinora/domain/transcoding/picture-codecs.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { DangerRow } from "@kinora/ui/kit/forms/DangerRow.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { Box, Button } from "@mantine/core";
import { IconDownload, IconLink, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { api } from "../../platform/client.ts";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { videoChanges } from "../video-changes.ts";
import { MediaHead } from "../video/MediaHead.tsx";
import { RenditionTable } from "./RenditionTable.tsx";
import { RenditionWork } from "./RenditionWork.tsx";
import { useOriginalDownload } from "./use-original-download.ts";
import { useRenditionMenu } from "./use-rendition-menu.tsx";

/** Everything that is stored of the video: its renditions, its original, and how much they take. */
export const FilesSection = ({ video }: { video: VideoDetail }) => (
  <>
    <RenditionWork video={video} />
    <Renditions video={video} />
    <Stored video={video} />
  </>
);

/** The addresses for players of others. */
function CopyAddresses({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("video");
  return (
    <>
      {video.playable ? (
        <Button
          variant="default"
          leftSection={<IconLink size={16} stroke={1.6} />}
          onClick={() => void copyText(t("hlsAddress"), video.hls_url)}
        >
          {t("copyMaster")}
        </Button>
      ) : null}
      {video.playable && video.status === "complete" ? (
        <Button
          variant="default"
          leftSection={<IconLink size={16} stroke={1.6} />}
          onClick={() => void copyText(t("dashAddress"), video.dash_url)}
        >
          {t("copyManifest")}
        </Button>
      ) : null}
    </>
  );
}

/** The versions a video is stored in, and those it could have besides. */
function Renditions({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("video");
  const { permissions } = useViewer();
  const menu = useRenditionMenu(video);
  const missing = video.missing_rungs;
  const add = useAction(() => api.renditions.addMissingRungs({ video_id: video.id }), {
    changes: videoChanges(video.id),
    failure: t("missingNotAdded"),
  });
  const mayAdd = permissions.video_edit && video.status === "complete" && missing.length > 0;
  return (
    <section>
      <MediaHead title={t("renditions")}>
        {mayAdd ? (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.6} />}
            loading={add.isPending}
            onClick={() => add.mutate(undefined)}
          >
            {t("addMissing")}
          </Button>
        ) : null}
        <CopyAddresses video={video} />
      </MediaHead>
      <RenditionTable label={t("renditions")} renditions={video.renditions} menu={menu} />
      {video.encoded_because === null ? null : <Note>{t("encodedBecause", { reason: video.encoded_because })}</Note>}
      <LeftOut video={video} />
      <SimilarRungs video={video} />
      {mayAdd ? <Note>{t("missingAre", { labels: missing.join(", ") })}</Note> : null}
      <Note>{t("addressesHint")}</Note>
    </section>
  );
}

/** The tracks of the uploaded file that the video is made without. */
function LeftOut({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("video");
  const tracks = video.source.facts?.left_out ?? [];
  if (tracks.length === 0) return null;
  const named = tracks.map(({ kind, codec, language }) =>
    [t(`track_${kind}`), codec, language].filter((part) => part !== null).join(" "),
  );
  return <Note>{t("leftOut", { tracks: named.join(", ") })}</Note>;
}

/** The renditions that the video is made without, because they look like the ones above. */
function SimilarRungs({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("video");
  if (video.similar_rungs.length === 0) return null;
  const rungs = video.similar_rungs.map(({ label, above, similarity }) =>
    t("similarRung", { label: renditionName(label), above, similarity: similarity.toFixed(2) }),
  );
  return <Note>{t("similarLeftOut", { rungs: rungs.join(", ") })}</Note>;
}

/** The uploaded file, and how much all of it takes. */
function Stored({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["video", "layout"]);
  const { permissions } = useViewer();
  const { storage, source } = video;
  const hasOriginal = source.size_bytes !== null && storage.original_bytes > 0;
  const download = useOriginalDownload();
  const remove = useAction(() => api.videoDetails.deleteOriginal({ id: video.id }), {
    changes: videoChanges(video.id),
    failure: t("originalNotDeleted"),
  });
  const question = { title: t("originalDelete"), text: t("originalDeleteText"), yes: t("delete"), danger: true };
  const sums = [
    [t("storageOriginal"), storage.original_bytes],
    [t("storageRenditions"), storage.renditions_bytes],
    [t("storageExtra"), storage.extra_bytes],
  ] as const;
  return (
    <SettingGroup title={t("storage")}>
      <SettingRow
        label={t("storageTotal")}
        hint={sums.map(([name, bytes]) => `${name} ${formatBytes(bytes)}`).join(" · ")}
      >
        {formatBytes(video.size_bytes)}
      </SettingRow>
      <SettingRow label={t("original")} hint={hasOriginal ? source.file_name : t("originalGone")}>
        {hasOriginal && permissions.video_download ? (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.6} />}
            loading={download.isPending}
            onClick={() => download.mutate(video.id)}
          >
            {t("originalDownload")}
          </Button>
        ) : null}
      </SettingRow>
      {hasOriginal && permissions.video_delete ? (
        <DangerRow
          title={t("originalDelete")}
          text={t("originalDeleteHint")}
          busy={remove.isPending}
          onAct={() => void remove.mutateAfter(question, undefined)}
        />
      ) : null}
    </SettingGroup>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <Box component="p" className="note" mt={8}>
    {children}
  </Box>
);
