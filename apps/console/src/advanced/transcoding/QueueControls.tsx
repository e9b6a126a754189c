import { ENCODER_EFFORTS, type EncoderEffort } from "@kinora/domain/transcoding/encoder-effort.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Button, Group } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { queueKey, type TranscodingState } from "./queue-queries.ts";

/** Pauses the queue of all accounts, has accounts take turns in it, and says how much effort encoders make. */
export function QueueControls({ state: { paused_since: paused, fair, effort } }: { state: TranscodingState }) {
  const { t } = useTranslation("transcoding");
  const options = { changes: [queueKey], failure: t("queueNotChanged") };
  const pause = useAction(() => api.advanced.setTranscodingPaused({ paused: true }), options);
  const resume = useAction(() => api.advanced.setTranscodingPaused({ paused: false }), options);
  const turns = useAction((wanted: boolean) => api.advanced.setTranscodingFairness({ fair: wanted }), options);
  return (
    <Group gap="xs">
      <EffortField effort={effort} />
      <Button
        size="xs"
        variant={fair ? "light" : "default"}
        aria-pressed={fair}
        title={t("fairText")}
        loading={turns.isPending}
        onClick={() => turns.mutate(!fair)}
      >
        {t("fair")}
      </Button>
      {paused === null ? (
        <Button
          size="xs"
          variant="default"
          loading={pause.isPending}
          onClick={() =>
            void pause.mutateAfter(
              { title: t("pauseTitle"), text: t("pauseText"), yes: t("pause"), danger: false },
              undefined,
            )
          }
        >
          {t("pause")}
        </Button>
      ) : (
        <Button size="xs" loading={resume.isPending} onClick={() => resume.mutate(undefined)}>
          {t("resume")}
        </Button>
      )}
    </Group>
  );
}

/** How much processor time transcodes take that begin from now on. */
function EffortField({ effort }: { effort: EncoderEffort }) {
  const { t } = useTranslation("transcoding");
  const save = useAction((wanted: EncoderEffort) => api.advanced.setEncoderEffort({ effort: wanted }), {
    changes: [queueKey],
    failure: t("queueNotChanged"),
  });
  return (
    <Select
      size="xs"
      w={240}
      aria-label={t("effort")}
      title={t("effortText")}
      allowDeselect={false}
      disabled={save.isPending}
      data={ENCODER_EFFORTS.map((each) => ({ value: each, label: t(`effort_${each}`) }))}
      value={save.isPending ? save.variables : effort}
      onChange={(wanted) => wanted !== null && save.mutate(wanted)}
    />
  );
}
