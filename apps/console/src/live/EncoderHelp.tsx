import { Segments } from "@kinora/ui/Segments.tsx";
import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "../platform/clipboard.ts";
import { bitrateWords } from "./health.ts";
import type { StreamDetail } from "./queries.ts";
import styles from "./Stream.module.css";

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
    [t("obsEncoder"), t("obsEncoderValue")],
    [t("obsControl"), t("obsControlValue")],
    [t("obsKeyframes"), t("obsKeyframesValue")],
    [t("obsSound"), t("obsSoundValue")],
    ...BITRATES.map(([picture, kbps]) => [t("obsBitrate", { picture }), bitrateWords(kbps)]),
  ];
  return (
    <div className={styles["help"]}>
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
          <p className={styles["note"]}>{t("obsSteps")}</p>
          <dl className={styles["factList"]} aria-label={t("obsSettings")}>
            {settings.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <>
          <p className={styles["note"]}>{t("ffmpegSteps")}</p>
          <textarea
            className={styles["code"]}
            readOnly
            rows={4}
            aria-label={t("ffmpegCommand")}
            value={command}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            variant="default"
            leftSection={<IconCopy size={16} stroke={1.6} />}
            onClick={() => void copyText(t("ffmpegCommand"), command)}
          >
            {t("copyCommand")}
          </Button>
        </>
      )}
    </div>
  );
}
