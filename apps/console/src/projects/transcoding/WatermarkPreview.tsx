import { placeWatermark, type WatermarkLayout } from "@kinora/domain/transcoding/watermark.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { recentVideosQuery } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import type { Watermark } from "../queries.ts";
import styles from "./Watermark.module.css";

const FRAMES = {
  landscape: { width: 1920, height: 1080 },
  portrait: { width: 1080, height: 1920 },
} as const;
type Shape = keyof typeof FRAMES;
const SHAPES: readonly Shape[] = ["landscape", "portrait"];

interface Props {
  projectId: number;
  watermark: Pick<Watermark, "picture" | "width" | "height">;
  layout: WatermarkLayout;
}

/** A watermark over the project's newest poster, or a neutral picture, where the encoder will put it. */
export function WatermarkPreview({ projectId, watermark, layout }: Props) {
  const { t } = useTranslation("projects");
  const { permissions } = useViewer();
  const [shape, setShape] = useState<Shape>("landscape");
  const recent = useQuery({ ...recentVideosQuery(projectId), enabled: permissions.video_view });
  const frame = FRAMES[shape];
  const poster = (recent.data?.data ?? [])
    .filter(({ width, height }) => (width ?? 0) >= (height ?? 0) === (shape === "landscape"))
    .flatMap(({ image_urls: images }) => images["720p"] ?? Object.values(images).slice(-1))[0];
  const place = placeWatermark(frame, watermark, layout);
  const part = (pixels: number, of: number) => `${(100 * pixels) / of}%`;
  return (
    <Stack align="flex-start" gap={12} miw={0}>
      <div className={styles["stage"]}>
        <div className={styles["frame"]} data-shape={shape}>
          {poster === undefined ? null : <img className={styles["poster"]} src={poster} alt="" />}
          <img
            className={styles["mark"]}
            src={watermark.picture}
            alt={t("watermarkPreview")}
            style={{
              left: part(place.left, frame.width),
              top: part(place.top, frame.height),
              width: part(place.width, frame.width),
              height: part(place.height, frame.height),
              opacity: layout.opacity / 100,
            }}
          />
        </div>
      </div>
      <Segments
        aria-label={t("watermarkShape")}
        value={shape}
        onChange={setShape}
        data={SHAPES.map((value) => ({ value, label: t(`watermarkShape_${value}`) }))}
      />
    </Stack>
  );
}
