import { hasSession } from "@kinora/domain/live/stream-states.ts";
import { CLIP_SECONDS } from "@kinora/domain/live/streams.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { ActionMenu } from "@kinora/ui/kit/ActionMenu.tsx";
import { ActionIcon, Box, Button } from "@mantine/core";
import { IconChevronDown, IconPlayerRecordFilled, IconPlayerStopFilled, IconScissors } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { usePageKeys } from "../../shell/keys/use-page-keys.ts";
import { clipReachQuery, type StreamDetail } from "../queries.ts";
import { Uptime } from "../Uptime.tsx";
import { clipLengths, clipsUnseen } from "./recording-view.ts";
import { useRecordingActions } from "./use-recording-actions.ts";
import styles from "./Recording.module.css";

const icon = { size: 16, stroke: 1.6 };

/** Starts and stops recording, and clips the last seconds: large enough for someone with a camera in the other hand. */
export function RecordingControl({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("stream");
  const { record, clip } = useRecordingActions(stream);
  const { recording, recording_since: since } = stream;
  const reach = useQuery({ ...clipReachQuery(stream.id), enabled: stream.on_air !== "nothing" }).data ?? 0;
  const lengths = clipLengths(reach);
  const unseen = clipsUnseen(stream);
  const mayRecord = hasSession(stream.state) && !record.isPending;
  const mayClip = reach >= CLIP_SECONDS.min && !clip.isPending;
  usePageKeys({
    ...(mayRecord ? { r: () => record.mutate(!recording) } : {}),
    ...(mayClip ? { c: () => clip.mutate(CLIP_SECONDS.default) } : {}),
  });
  return (
    <div role="group" aria-label={t("keep")} className={styles["control"]}>
      {hasSession(stream.state) ? (
        <Button
          variant="default"
          className={styles["record"] ?? ""}
          loading={record.isPending}
          leftSection={
            recording ? (
              <IconPlayerStopFilled size={16} />
            ) : (
              <IconPlayerRecordFilled size={16} className={styles["dot"] ?? ""} />
            )
          }
          onClick={() => record.mutate(!recording)}
        >
          {recording ? t("recordStop") : t("recordStart")}
          {since === null ? null : (
            <Box component="span" c="var(--kinora-failed)" ml={10}>
              <Uptime since={since} />
            </Box>
          )}
        </Button>
      ) : null}
      {reach >= CLIP_SECONDS.min ? <ClipButtons lengths={lengths} clip={clip} /> : null}
      {reach >= CLIP_SECONDS.min && unseen !== null ? (
        <span className={styles["note"]}>{t(`clipUnseen_${unseen}`)}</span>
      ) : null}
    </div>
  );
}

/** Clips the usual length with one press, another one from a menu. */
function ClipButtons({
  lengths,
  clip,
}: {
  lengths: readonly number[];
  clip: ReturnType<typeof useRecordingActions>["clip"];
}) {
  const { t } = useTranslation("stream");
  return (
    <span className={styles["clip"]}>
      <Button
        variant="default"
        className={styles["clipLast"] ?? ""}
        loading={clip.isPending}
        leftSection={<IconScissors {...icon} />}
        onClick={() => clip.mutate(CLIP_SECONDS.default)}
      >
        {t("clipLast", { seconds: CLIP_SECONDS.default })}
      </Button>
      <ActionMenu
        width={200}
        actions={lengths.map((seconds) => ({
          label: t("clipLength", { length: formatDuration(seconds) }),
          icon: <IconScissors {...icon} />,
          onChoose: () => clip.mutate(seconds),
        }))}
      >
        <ActionIcon
          variant="default"
          className={styles["more"] ?? ""}
          aria-label={t("clipMore")}
          disabled={clip.isPending || lengths.length === 0}
        >
          <IconChevronDown {...icon} />
        </ActionIcon>
      </ActionMenu>
    </span>
  );
}
