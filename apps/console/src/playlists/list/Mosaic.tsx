import { IconPlaylist } from "@tabler/icons-react";
import styles from "../Playlists.module.css";

/** The first four posters of a playlist in the place of one picture; a single one fills it. */
export function Mosaic({ images }: { images: readonly string[] }) {
  const shown = images.length >= 4 ? images.slice(0, 4) : images.slice(0, 1);
  return (
    <span className={styles["mosaic"]} data-count={shown.length}>
      {shown.length === 0 ? (
        <IconPlaylist size={16} stroke={1.6} aria-hidden="true" />
      ) : (
        shown.map((image) => <img key={image} src={image} alt="" loading="lazy" decoding="async" />)
      )}
    </span>
  );
}
