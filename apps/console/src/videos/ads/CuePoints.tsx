import { AT_RANGES, CUE_POINTS_MAX } from "@kinora/domain/ads/ad-settings.ts";
import { formatTenths, readTime } from "@kinora/domain/videos/vtt-time.ts";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { ActionIcon, Button, Group, Text, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { useStore } from "../../platform/store.ts";
import type { FramedPlayer } from "../../shell/frame/use-player.ts";
import styles from "./Ads.module.css";

interface CuePointsProps {
  /** Seconds, ascending. */
  points: readonly number[];
  /** Null while it is not known. */
  durationSeconds: number | null;
  error: string | undefined;
  readOnly: boolean;
  player: FramedPlayer;
  onChange: (points: number[]) => void;
}

/** The moments at which a video stops for an ad: typed, or taken from the player, which goes to them. */
export function CuePoints({ points, durationSeconds, error, readOnly, player, onChange }: CuePointsProps) {
  const { t } = useTranslation("video");
  return (
    <SettingRow label={t("cuePoints")} hint={t("cuePointsHint")} error={error}>
      {points.length === 0 ? <Text c="dimmed">{t("cuePointsNone")}</Text> : null}
      <ul className={styles["points"]} aria-label={t("cuePoints")}>
        {points.map((point) => (
          <li key={point} className={styles["point"]}>
            <button
              type="button"
              className={styles["moment"]}
              title={t("cuePointSeek")}
              onClick={() => player.seek(point)}
            >
              {formatTenths(point)}
            </button>
            {readOnly ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t("cuePointRemove", { time: formatTenths(point) })}
                onClick={() => onChange(points.filter((each) => each !== point))}
              >
                <IconX size={14} stroke={1.6} aria-hidden="true" />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {readOnly || points.length >= CUE_POINTS_MAX ? null : (
        <NewCuePoint
          longestSeconds={durationSeconds ?? AT_RANGES.time.max}
          player={player}
          onAdd={(seconds) => onChange([...new Set([...points, seconds])].toSorted((one, other) => one - other))}
        />
      )}
    </SettingRow>
  );
}

interface NewCuePointProps {
  longestSeconds: number;
  player: FramedPlayer;
  onAdd: (seconds: number) => void;
}

function NewCuePoint({ longestSeconds, player, onAdd }: NewCuePointProps) {
  const { t } = useTranslation("video");
  const [typed, setTyped] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const position = useStore(player.position, ({ seconds }) => seconds);
  const fits = (seconds: number | null): seconds is number =>
    seconds !== null && seconds >= AT_RANGES.time.min && seconds <= Math.min(longestSeconds, AT_RANGES.time.max);
  const add = () => {
    const seconds = readTime(typed);
    setIsWrong(!fits(seconds));
    if (!fits(seconds)) return;
    onAdd(seconds);
    setTyped("");
  };
  return (
    <Group gap="xs" align="flex-start">
      <TextInput
        aria-label={t("cuePointTime")}
        placeholder="0:30"
        w="9ch"
        miw="9ch"
        value={typed}
        error={isWrong ? t("cuePointWrong", { longest: formatTenths(longestSeconds) }) : undefined}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setIsWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // The form around it would be saved.
          event.preventDefault();
          add();
        }}
      />
      <Button variant="default" leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />} onClick={add}>
        {t("cuePointAdd")}
      </Button>
      <Button variant="default" disabled={!fits(position)} onClick={() => fits(position) && onAdd(position)}>
        {fits(position) ? t("cuePointAddAt", { time: formatTenths(position) }) : t("cuePointAddHere")}
      </Button>
    </Group>
  );
}
