import { AD_BREAK_SECONDS } from "@kinora/domain/live/streams.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { LIVE_KEY, type StreamDetail } from "../queries.ts";

const { min, max, default: usual } = AD_BREAK_SECONDS;

/** Asks how long an ad break lasts, and starts it. */
export function AdBreakDialog({
  stream: { id, ads_on_cue: hasAds },
  onClose,
}: {
  stream: StreamDetail;
  onClose: () => void;
}) {
  const { t } = useTranslation("live");
  const [typed, setTyped] = useState(String(usual));
  const cue = useAction((length: number) => api.streams.cueStreamAds({ id, seconds: length }), {
    changes: [LIVE_KEY],
    failure: t("adBreakNot"),
    onDone: onClose,
  });
  const seconds = /^\d+$/.test(typed) ? Number(typed) : 0;
  const isLength = seconds >= min && seconds <= max;
  return (
    <FormDialog
      title={t(hasAds ? "adBreakTitle" : "adBreak")}
      submit={t(hasAds ? "adBreakPlay" : "adBreakStart")}
      ready={isLength}
      saving={cue.isPending}
      onSubmit={() => isLength && cue.mutate(seconds)}
      onClose={onClose}
    >
      <Text className="muted">{t(hasAds ? "adBreakText" : "adBreakOthers")}</Text>
      <TextInput
        label={t("adBreakSeconds")}
        error={isLength ? undefined : t("adBreakRange", { min, max })}
        inputMode="numeric"
        value={typed}
        data-autofocus
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  );
}
