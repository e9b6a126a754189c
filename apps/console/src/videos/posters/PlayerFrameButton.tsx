import { formatVttTime } from "@kinora/domain/videos/vtt-time.ts";
import { Button } from "@mantine/core";
import { IconCapture } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import { useStore } from "../../platform/store.ts";
import type { FramedPlayer } from "../../shell/frame/use-player.ts";

/** As on a player, with tenths: 00:12.4, and hours only where there are some. */
const clockTime = (seconds: number) =>
  formatVttTime(seconds)
    .replace(/^00:/, "")
    .replace(/(\.\d)\d\d$/, "$1");

/** Takes the frame the page's player shows. */
export function PlayerFrameButton({
  player,
  disabled,
  onChoose,
}: {
  player: FramedPlayer;
  disabled: boolean;
  onChoose: (seconds: number) => void;
}) {
  const { t } = useTranslation("video");
  const seconds = useStore(player.position, (value) => value.seconds);
  return (
    <Button
      variant="default"
      title={t("posterFromPlayerHint")}
      leftSection={<IconCapture size={16} stroke={1.6} />}
      disabled={disabled || seconds === null}
      onClick={() => {
        player.pause();
        if (seconds !== null) onChoose(seconds);
      }}
    >
      {seconds === null ? t("posterFromPlayer") : t("posterAtPlayer", { time: clockTime(seconds) })}
    </Button>
  );
}
