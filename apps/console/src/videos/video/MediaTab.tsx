import { Link, useSearch } from "@tanstack/react-router";
import { Suspense, type ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { SettingsArea } from "../../shell/forms/SettingsArea.tsx";
import type { FramedPlayer } from "../../shell/frame/use-player.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { AudioTracks } from "../audio-tracks/AudioTracks.tsx";
import { AutomaticCaptions } from "../captions/AutomaticCaptions.tsx";
import { CaptionsTable } from "../captions/CaptionsTable.tsx";
import { ChaptersPanel } from "../captions/ChaptersPanel.tsx";
import { FilesSection } from "../files/FilesSection.tsx";
import { PosterPanel } from "../posters/PosterPanel.tsx";
import styles from "./MediaTab.module.css";

const CaptionsEditor = lazyPart(async () => (await import("../captions/editor/CaptionsEditor.tsx")).CaptionsEditor, {
  captionsEditor: async () => (await import("../captions/editor/editor-texts.ts")).captionsEditorTexts,
});

const SECTIONS = {
  poster: "sectionPoster",
  files: "sectionFiles",
  captions: "sectionCaptions",
  audio: "sectionAudio",
  chapters: "sectionChapters",
} as const;

/** The tab of a video's files. The editor of captions takes its place while their text is edited. */
export function MediaTab({ video, player }: { video: VideoDetail; player: FramedPlayer }) {
  const mayEdit = useViewer().permissions.video_edit;
  const editedId = useSearch({ from: "/app/video/$videoId", select: ({ captions_id: id }) => id });
  const edited = mayEdit && video.captions.find(({ id }) => id === editedId);
  if (!edited) return <Sections video={video} player={player} />;
  return (
    <Suspense fallback={null}>
      <CaptionsEditor key={edited.id} video={video} captions={edited} player={player} />
    </Suspense>
  );
}

/** What a video is made of besides its words: poster, files, captions, audio tracks and chapters, with a list of these sections. */
function Sections({ video, player }: { video: VideoDetail; player: FramedPlayer }) {
  const { t } = useTranslation("video");
  return (
    <div className={styles["place"]}>
      <div className={styles["media"]}>
        <nav className={styles["anchors"]} aria-label={t("sections")}>
          {Object.entries(SECTIONS).map(([id, label]) => (
            <Link
              key={id}
              from="/video/$videoId"
              to="."
              search={(now) => now}
              hash={id}
              replace
              activeOptions={{ includeHash: true }}
            >
              {t(label)}
            </Link>
          ))}
        </nav>
        <SettingsArea>
          <Section id="poster">
            <PosterPanel video={video} player={player} />
          </Section>
          <Section id="files">
            <FilesSection video={video} />
          </Section>
          <Section id="captions">
            <CaptionsTable video={video} />
            <AutomaticCaptions videoId={video.id} />
          </Section>
          <Section id="audio">
            <AudioTracks video={video} />
          </Section>
          <Section id="chapters">
            <ChaptersPanel video={video} />
          </Section>
        </SettingsArea>
      </div>
    </div>
  );
}

const Section = ({ id, children }: { id: keyof typeof SECTIONS; children: ReactNode }) => (
  <div id={id} className={styles["section"]}>
    {children}
  </div>
);
