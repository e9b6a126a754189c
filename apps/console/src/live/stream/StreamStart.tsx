import { fromLocalTime, toLocalTime } from "@kinora/domain/projects/zoned-time.ts";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { LIVE_KEY, streamKey, type StreamDetail } from "../queries.ts";

/** Announces when a livestream begins: its pages count down to it. */
export function StreamStart({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("loop");
  const client = useQueryClient();
  const { permissions } = useViewer();
  const { id, start_at: startAt, time_zone: zone } = stream;
  const form = useForm({
    saved: { start_at: startAt === null ? "" : toLocalTime(startAt, zone) },
    readOnly: !permissions.streams_manage,
  });
  const save = useAction(api.streams.setStreamStart, {
    changes: [LIVE_KEY],
    onDone({ data }) {
      client.setQueryData(streamKey(id), data);
      form.reset();
    },
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const start = () => fromLocalTime(form.values.start_at, zone)?.toISOString() ?? null;
  return (
    <SettingsForm form={form} saving={save.isPending} onSave={() => save.mutate({ id, start_at: start() })}>
      <SettingGroup title={t("start")} text={t("startText", { zone })}>
        <TextInput type="datetime-local" label={t("startAt")} description={t("startHint")} {...form.text("start_at")} />
      </SettingGroup>
    </SettingsForm>
  );
}
