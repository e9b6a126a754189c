import { Facts } from "@kinora/ui/kit/Facts.tsx";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { CopyCodes } from "../../shell/fields/CopyCodes.tsx";
import { bitrateWords } from "../health/ingest-words.ts";
import type { StreamDetail } from "../queries.ts";
import styles from "../stream/Stream.module.css";

/** What H.264 at a steady bitrate needs to look right. */
const BITRATES: readonly (readonly [picture: string, kbps: number])[] = [
  ["720p30", 3000],
  ["1080p30", 4500],
  ["1080p60", 6000],
];

/** Publishes a film at its own pace, with a keyframe each two seconds. */
const commandFor = (target: string): string =>
  `ffmpeg -re -i film.mp4 -c:v libx264 -preset veryfast -b:v 4500k -maxrate 4500k -bufsize 9000k -pix_fmt yuv420p -force_key_frames "expr:gte(t,n_forced*2)" -c:a aac -b:a 128k -ar 48000 ${target}`;

/** How to set up the encoder people have. */
export function EncoderHelp({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("stream");
  const [tool, setTool] = useState("obs");
  const command = commandFor(
    tool === "srt" ? `-f mpegts "${stream.srt_url}?streamid=STREAM_KEY"` : `-f flv ${stream.rtmp_url}/STREAM_KEY`,
  );
  const settings = [
    { label: t("obsEncoder"), value: t("obsEncoderValue") },
    { label: t("obsControl"), value: t("obsControlValue") },
    { label: t("obsKeyframes"), value: t("obsKeyframesValue") },
    { label: t("obsSound"), value: t("obsSoundValue") },
    ...BITRATES.map(([picture, kbps]) => ({ label: t("obsBitrate", { picture }), value: bitrateWords(kbps) })),
  ];
  return (
    <Stack gap={12} align="flex-start" className={styles["help"]}>
      <Segments
        aria-label={t("tool")}
        value={tool}
        onChange={setTool}
        data={[
          { value: "obs", label: t("toolObs") },
          { value: "ffmpeg", label: t("toolFfmpeg") },
          ...(stream.srt_url === null ? [] : [{ value: "srt", label: t("toolSrt") }]),
        ]}
      />
      {tool === "obs" ? (
        <>
          <p className="note">{t("obsSteps")}</p>
          <Facts label={t("obsSettings")} facts={settings} />
        </>
      ) : (
        <>
          <p className="note">{t("ffmpegSteps")}</p>
          <CopyCodes codes={[[t("ffmpegCommand"), command, 4]]} />
        </>
      )}
    </Stack>
  );
}
