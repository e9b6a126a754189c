import { languageName } from "@kinora/domain/videos/languages.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Progress } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import type { AudioTrack } from "./audio-tracks.ts";

/** What is shown of each audio track. */
export function useAudioTrackColumns(): Column<AudioTrack>[] {
  const { t } = useTranslation("video");
  return [
    {
      id: "name",
      header: t("audioName"),
      min: 120,
      grow: 2,
      mobile: "title",
      cell: ({ name }) => <span dir="auto">{name}</span>,
    },
    {
      id: "language",
      header: t("audioLanguage"),
      min: 96,
      grow: 1,
      priority: 4,
      mobile: "meta",
      cell: ({ language }) => (language === null ? t("audioLanguageUnknown") : languageName(language)),
    },
    {
      id: "kind",
      header: t("audioKind"),
      min: 124,
      priority: 2,
      mobile: "meta",
      cell: ({ kind }) => t(`audioKind_${kind}`),
    },
    {
      id: "default",
      header: t("audioDefault"),
      min: 60,
      priority: 3,
      mobile: "hidden",
      cell: (track) => (track.default ? t("yes") : t("no")),
    },
    {
      id: "source",
      header: t("audioSource"),
      min: 180,
      grow: 2,
      mobile: "meta",
      cell: (track) => <Source track={track} />,
    },
  ];
}

/** Where a track is from and how loud it is, or how far its encoding is. */
function Source({ track }: { track: AudioTrack }) {
  const { t } = useTranslation("video");
  const { state, uploaded, progress: percent, loudness } = track;
  if (uploaded && state !== "complete" && state !== "failed")
    return (
      <>
        {t(`audioState_${state}`, { percent })}
        {state === "running" ? <Progress value={percent} aria-label={t(`audioState_${state}`, { percent })} /> : null}
      </>
    );
  return (
    <>
      <span dir="auto">{uploaded ? track.file_name : t("audioOfFile")}</span>
      {loudness === null ? null : (
        <span className="muted"> {t("audioLoudnessOf", { loudness: loudness.toFixed(1) })}</span>
      )}
    </>
  );
}

/** Why a track was not encoded, or what of it does not fit. */
export function useAudioTrackNote(): (track: AudioTrack) => string | null {
  const { t } = useTranslation("video");
  return ({ state, failure, difference_seconds: difference }) => {
    if (state === "failed") return failure?.message ?? null;
    if (state !== "complete" || difference === 0) return null;
    return t(difference > 0 ? "audioLonger" : "audioShorter", { seconds: Math.abs(difference).toFixed(1) });
  };
}
