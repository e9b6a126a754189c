import { AD_BREAK_SECONDS } from "@kinora/domain/live/streams.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { NumberInput, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../platform/client.ts";
import { useAction } from "../../platform/use-action.ts";
import { LIVE_KEY, type StreamDetail } from "../queries.ts";

const { min, max, default: usual } = AD_BREAK_SECONDS;

/** How long an ad break of a livestream lasts. */
export function AdBreakDialog({ stream: { id }, onClose }: { stream: StreamDetail; onClose: () => void }) {
  const { t } = useTranslation("live");
  const [seconds, setSeconds] = useState<number | string>(usual);
  const cue = useAction((length: number) => api.streams.cueStreamAds({ id, seconds: length }), {
    changes: [LIVE_KEY],
    failure: t("adBreakNot"),
    onDone: onClose,
  });
  const isLength = typeof seconds === "number" && Number.isInteger(seconds) && seconds >= min && seconds <= max;
  return (
    <FormDialog
      title={t("adBreakTitle")}
      submit={t("adBreakPlay")}
      ready={isLength}
      saving={cue.isPending}
      onSubmit={() => isLength && cue.mutate(seconds)}
      onClose={onClose}
    >
      <Text className="muted">{t("adBreakText")}</Text>
      <NumberInput
        label={t("adBreakSeconds")}
        error={isLength ? undefined : t("adBreakRange", { min, max })}
        allowDecimal={false}
        value={seconds}
        data-autofocus
        onChange={setSeconds}
      />
    </FormDialog>
  );
}
