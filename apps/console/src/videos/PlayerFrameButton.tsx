import { formatVttTime } from "@kinora/domain/vttTime.ts";
import { Button } from "@mantine/core";
import { IconCapture } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { FramedPlayer } from "../layout/usePlayer.ts";
import { useStore } from "../platform/store.ts";
import styles from "./VideoDetail.module.css";

/** As on a player, with tenths: 00:12.4, and hours only where there are some. */
const clockTime = (seconds: number) =>
  formatVttTime(seconds)
    .replace(/^00:/, "")
    .replace(/(\.\d)\d\d$/, "$1");

interface PlayerFrameButtonProps {
  player: FramedPlayer;
  disabled: boolean;
  onChoose: (seconds: number) => void;
}

/** Takes the frame the player above shows. */
export function PlayerFrameButton({ player, disabled, onChoose }: PlayerFrameButtonProps) {
  const { t } = useTranslation("video");
  const seconds = useStore(player.position, (value) => value.seconds);
  return (
    <div className={styles["inline"]}>
      <Button
        variant="default"
        leftSection={<IconCapture size={16} stroke={1.6} />}
        disabled={disabled || seconds === null}
        onClick={() => {
          player.pause();
          if (seconds !== null) onChoose(seconds);
        }}
      >
        {seconds === null ? t("posterFromPlayer") : t("posterAtPlayer", { time: clockTime(seconds) })}
      </Button>
      <span className={styles["note"]}>{t("posterFromPlayerHint")}</span>
    </div>
  );
}
