import {
  DVR_MINUTES,
  RECONNECT_SECONDS,
  SECOND_PUBLISHERS,
  STREAM_LADDERS,
  STREAM_LATENCIES,
  STREAM_TYPES,
} from "@kinora/domain/live/streams.ts";
import { LIVE_CAPTIONS_LATE_SECONDS } from "@kinora/domain/speech/live-captions.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput, Switch } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import type { StreamDetail } from "../queries.ts";
import type { StreamFields } from "./stream-fields.ts";

interface StreamChoicesProps {
  form: Form<StreamFields>;
  /** The livestream that is changed; none for a new one. */
  stream?: Pick<StreamDetail, "whip_url" | "captions_available" | "automatic_captions"> | undefined;
}

/** How a livestream is received, encoded, kept and recorded. */
export function StreamChoices({ form, stream }: StreamChoicesProps) {
  const { t } = useTranslation("live");
  const { type, record } = form.values;
  return (
    <>
      <Select
        label={t("fieldType")}
        description={t(`typeHint_${type}`)}
        {...form.choice(
          "type",
          STREAM_TYPES.map((value) => ({ value, label: t(`type_${value}`) })),
        )}
      />
      <ViewerChoices form={form} stream={stream} />
      <Select
        label={t("fieldLadder")}
        {...form.choice(
          "ladder",
          STREAM_LADDERS.map((value) => ({ value, label: t(`ladder_${value}`) })),
        )}
      />
      <Select
        label={t("fieldSecond")}
        {...form.choice(
          "second_publisher",
          SECOND_PUBLISHERS.map((value) => ({ value, label: t(`second_${value}`) })),
        )}
      />
      <TextInput
        label={t("fieldDvr")}
        description={t("dvrHint", { max: DVR_MINUTES.max })}
        {...inUnit("min")}
        {...form.text("dvr_minutes")}
      />
      <TextInput
        label={t("fieldReconnect")}
        description={t("reconnectHint", { max: RECONNECT_SECONDS.max })}
        {...inUnit("s")}
        {...form.text("reconnect_seconds")}
      />
      <Switch label={t("fieldRecord")} description={t("recordHint")} {...form.flag("record")} />
      {record ? (
        <Switch label={t("fieldRecordPublish")} description={t("recordPublishHint")} {...form.flag("record_publish")} />
      ) : null}
    </>
  );
}

/** How late viewers get it, and with which captions; those created from speech are offered where a speech engine is. */
function ViewerChoices({ form, stream }: StreamChoicesProps) {
  const { t } = useTranslation("live");
  return (
    <>
      <Select
        label={t("fieldLatency")}
        description={t("latencyHint")}
        {...form.choice(
          "latency",
          STREAM_LATENCIES.map((value) => ({ value, label: t(`latency_${value}`) })),
        )}
      />
      <Switch
        label={t("fieldLowDelay")}
        description={t(stream?.whip_url !== null ? "lowDelayHint" : "lowDelayOff")}
        {...form.flag("low_delay")}
      />
      {stream?.captions_available || stream?.automatic_captions ? (
        <Switch
          label={t("fieldCaptions")}
          description={t("captionsHint", { seconds: LIVE_CAPTIONS_LATE_SECONDS })}
          {...form.flag("automatic_captions")}
        />
      ) : null}
    </>
  );
}
