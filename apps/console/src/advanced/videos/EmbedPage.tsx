import { embedCodes, embedQuery } from "@kinora/domain/playback/embed.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Stack } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useEmbedOptions } from "../../players/player-options.ts";
import { CopyCodes } from "../../shell/fields/CopyCodes.tsx";
import { EmbedVerdict } from "./EmbedVerdict.tsx";
import type { InstallationVideoDetail } from "./video-queries.ts";
import { VideoFrame } from "./VideoFrame.tsx";
import styles from "./Videos.module.css";

// What several rooms show is in every page's first files: a page of superusers must not add to it.
const PlayerSelect = lazyPart(async () => (await import("../../players/PlayerSelect.tsx")).PlayerSelect);
const EmbedHeaders = lazyPart(async () => (await import("./EmbedHeaders.tsx")).EmbedHeaders);

/** The embed of a video of any account as viewers get it, for superusers (spec §2). */
export default function EmbedPage() {
  const { videoId } = useParams({ from: "/app/advanced/videos/$videoId/embed" });
  return <VideoFrame videoId={videoId}>{(video) => <Embed key={video.id} video={video} />}</VideoFrame>;
}

function Embed({ video }: { video: InstallationVideoDetail }) {
  const { t } = useTranslation("installationVideos");
  const edgeUrl = useStore(session, ({ config }) => config?.edge_url ?? "");
  const [player, setPlayer] = useState<string | null>(null);
  const codes = embedCodes(edgeUrl, video.hash, video.title, useEmbedOptions(video.project.id, player, video));
  const query = embedQuery({ player });
  return (
    <Stack mt="md">
      <Panel title={t("asViewersGetIt")}>
        <div className={styles["embed"]}>
          <iframe
            key={query}
            className="screen"
            src={`${edgeUrl}/embed/${video.hash}${query === "" ? "" : `?${query}`}`}
            title={t("embedOf", { title: video.title })}
            allow="autoplay; fullscreen; picture-in-picture"
            referrerPolicy="strict-origin-when-cross-origin"
          />
          <div className={styles["codes"]}>
            <CopyCodes
              codes={[
                [t("codeScript"), codes.script, 3],
                [t("codeIframe"), codes.iframe, 4],
                [t("codeLink"), codes.link, 1],
              ]}
            />
            {/* Last: where a project has several players it comes later, and would move the codes away. */}
            <Suspense fallback={null}>
              <PlayerSelect projectId={video.project.id} value={player} onChange={setPlayer} />
            </Suspense>
          </div>
        </div>
      </Panel>
      <Suspense fallback={null}>
        <EmbedHeaders videoId={video.id} player={player} />
        <EmbedVerdict video={video} />
      </Suspense>
    </Stack>
  );
}
