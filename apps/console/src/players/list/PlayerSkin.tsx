import { frameShape } from "@kinora/domain/players/frame.ts";
import type { PlayerSettings } from "@kinora/domain/players/settings.ts";
import { IconBadgeCc, IconMaximize, IconPlayerPlayFilled, IconVolume } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import styles from "./Players.module.css";

/** Aspect ratio of the tile around the picture of each player. */
const TILE_RATIO = 16 / 9;

/** A picture of a player: its colours and shapes over a poster, in the shape of its frame. Decoration: the card has the facts. */
export function PlayerSkin({ settings, poster }: { settings: PlayerSettings; poster: string | null }) {
  const { width, height } = frameShape(settings);
  const share = width / height / TILE_RATIO;
  const look: CSSProperties & Record<`--${string}`, string> = {
    "--skin-primary": settings.primary_colour,
    "--skin-text": settings.text_colour,
    "--skin-ground": settings.background_colour,
    // Both sides in percent: the tile is as wide as its column.
    width: `${100 * Math.min(1, share)}%`,
    height: `${100 * Math.min(1, 1 / share)}%`,
    borderRadius: settings.radius,
  };
  return (
    <div className={styles["stage"]} aria-hidden="true">
      <div className={styles["skin"]} style={look} data-bar={settings.control_bar}>
        {poster === null ? (
          <span className={styles["scene"]} />
        ) : (
          <img src={poster} alt="" loading="lazy" data-fit={settings.poster_fit} />
        )}
        {settings.big_play === "none" ? null : (
          <svg className={styles["big"]} viewBox="0 0 44 44" data-shape={settings.big_play}>
            <path d="M17 13.5v17l13.5-8.5z" fill="currentColor" />
          </svg>
        )}
        {settings.controls ? (
          <div className={styles["bar"]}>
            {settings.progress ? (
              <span className={styles["track"]}>
                <span />
              </span>
            ) : null}
            <span className={styles["buttons"]}>
              {settings.play_button ? <IconPlayerPlayFilled size={14} /> : null}
              {settings.volume ? <IconVolume size={14} /> : null}
              {settings.captions ? <IconBadgeCc size={14} /> : null}
              {settings.fullscreen ? <IconMaximize size={14} /> : null}
            </span>
          </div>
        ) : null}
      </div>
    </div>
  );
}
