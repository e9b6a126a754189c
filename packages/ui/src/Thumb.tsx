import { IconBroadcast, IconMovie } from "@tabler/icons-react";
import { useState } from "react";
import { formatDuration } from "./durations.ts";
import styles from "./Thumb.module.css";

interface ThumbProps {
  src: string | null;
  /** The same picture in several widths, as `img` takes it. */
  srcSet?: string;
  durationSeconds?: number | null;
  /** A small picture in a row, or as wide as its place. */
  size?: "row" | "fill";
  /** Whose icon is shown in place of a missing picture. */
  of?: "video" | "stream";
}

/**
 * The picture of a video or livestream, 16:9 with the running time in the corner. Without a picture, or when it does not
 * load, a quiet icon is shown instead. The picture is decorative: the title is next to it.
 */
export function Thumb({ src, srcSet, durationSeconds, size = "row", of = "video" }: ThumbProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const Icon = of === "stream" ? IconBroadcast : IconMovie;
  return (
    <span className={styles["thumb"]} data-size={size}>
      {src !== null && broken !== src ? (
        <img
          src={src}
          srcSet={srcSet}
          sizes={size === "row" ? "64px" : "240px"}
          alt=""
          loading="lazy"
          decoding="async"
          width={64}
          height={36}
          onError={() => setBroken(src)}
        />
      ) : (
        <Icon size={size === "row" ? 16 : 24} stroke={1.6} aria-hidden="true" />
      )}
      {typeof durationSeconds === "number" ? (
        <span className={styles["duration"]}>{formatDuration(durationSeconds)}</span>
      ) : null}
    </span>
  );
}
