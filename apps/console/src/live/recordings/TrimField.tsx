import { formatTenths, readTime } from "@kinora/domain/videos/vtt-time.ts";
import { Button, Stack, TextInput } from "@mantine/core";
import { IconCapture } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import { useStore } from "../../platform/store.ts";
import type { FramedPlayer } from "../../shell/frame/use-player.ts";
import styles from "./Trim.module.css";

interface TrimFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  lengthSeconds: number;
  /** Where the recording is watched; null where it is not. */
  player: FramedPlayer | null;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}

/** A moment of a recording: typed, drawn along a line or stepped with arrow keys, or taken from where the player stands. */
export function TrimField({ label, value, error, lengthSeconds, player, autoFocus = false, onChange }: TrimFieldProps) {
  const { t } = useTranslation("recordings");
  const seconds = Math.min(lengthSeconds, readTime(value) ?? 0);
  return (
    <Stack gap="xs">
      <TextInput
        label={label}
        inputMode="text"
        autoComplete="off"
        data-autofocus={autoFocus || undefined}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        inputContainer={(input) => (
          <div className={styles["entry"]}>
            {input}
            {player ? <FromPlayer label={label} player={player} onChange={onChange} /> : null}
          </div>
        )}
      />
      <input
        type="range"
        className={styles["line"]}
        min={0}
        max={lengthSeconds}
        step={0.1}
        aria-label={t("trimLine", { label })}
        aria-valuetext={formatTenths(seconds)}
        value={seconds}
        onChange={(event) => {
          const chosen = Number(event.currentTarget.value);
          onChange(formatTenths(chosen));
          player?.seek(chosen);
        }}
      />
    </Stack>
  );
}

function FromPlayer({
  label,
  player,
  onChange,
}: Pick<TrimFieldProps, "label" | "onChange"> & { player: FramedPlayer }) {
  const { t } = useTranslation("recordings");
  const seconds = useStore(player.position, (value) => value.seconds);
  return (
    <Button
      variant="default"
      leftSection={<IconCapture size={16} stroke={1.6} />}
      disabled={seconds === null}
      aria-label={t("trimTakeLabel", { label })}
      onClick={() => {
        if (seconds !== null) onChange(formatTenths(seconds));
      }}
    >
      {seconds === null ? t("trimTake") : t("trimTakeAt", { time: formatTenths(seconds) })}
    </Button>
  );
}
