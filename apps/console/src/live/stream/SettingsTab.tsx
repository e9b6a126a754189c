import { STREAM_DESCRIPTION_MAX, STREAM_NAME_MAX } from "@kinora/domain/live/streams.ts";
import { DangerRow } from "@kinora/ui/kit/forms/DangerRow.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { SettingsArea } from "../../shell/forms/SettingsArea.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { LIVE_KEY, streamKey, type StreamDetail } from "../queries.ts";
import { fieldsOf, SERVER_NAMES, settingsOf, streamErrors, type StreamFields } from "./stream-fields.ts";
import { StreamChoices } from "./StreamChoices.tsx";
import { StreamLabels } from "./StreamLabels.tsx";
import { StreamPictures } from "./StreamPictures.tsx";
import { StreamRestrictions } from "./StreamRestrictions.tsx";
import { StreamStart } from "./StreamStart.tsx";
import { useStreamActions } from "./use-stream-actions.ts";

/** Everything that is set on a livestream. */
export function SettingsTab({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation(["stream", "live"]);
  const client = useQueryClient();
  const { permissions } = useViewer();
  const words = {
    nameEmpty: t("live:nameEmpty"),
    numberWrong: (range: { min: number; max: number }) => t("live:dvrWrong", range),
  };
  const form = useForm<StreamFields>({
    saved: fieldsOf(stream),
    version: stream.version,
    readOnly: !permissions.streams_manage,
    serverNames: SERVER_NAMES,
    check: (fields) => streamErrors(fields, words),
    compared: settingsOf,
  });
  const save = useAction(api.streams.updateStream, {
    changes: [LIVE_KEY],
    failure: t("notSaved"),
    stored: { queryKey: streamKey(stream.id), show: form.reset },
    onDone({ data }) {
      client.setQueryData(streamKey(data.id), data);
      form.reset();
    },
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <SettingsArea>
      <SettingsForm
        form={form}
        saving={save.isPending}
        locked={t("readOnly")}
        onSave={() => save.mutate({ ...settingsOf(form.values), id: stream.id, version: form.version })}
      >
        <SettingGroup title={t("settings")}>
          <TextInput label={t("live:fieldName")} required maxLength={STREAM_NAME_MAX} {...form.text("name")} />
          <Textarea
            label={t("live:fieldDescription")}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={STREAM_DESCRIPTION_MAX}
            {...form.text("description")}
          />
          <StreamLabels projectId={stream.project_id} form={form} />
        </SettingGroup>
        <SettingGroup
          title={t("settingsEncoder")}
          text={stream.started_at === null || form.readOnly ? undefined : t("settingsNext")}
        >
          <StreamChoices form={form} stream={stream} />
        </SettingGroup>
      </SettingsForm>
      <StreamPictures stream={stream} />
      <StreamStart stream={stream} />
      <StreamRestrictions stream={stream} />
      {form.readOnly ? null : <Danger stream={stream} />}
    </SettingsArea>
  );
}

function Danger({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation(["stream", "live"]);
  const navigate = useNavigate();
  const actions = useStreamActions(stream.project_id, () => navigate({ to: "/live", ignoreBlocker: true }));
  return (
    <SettingGroup title={t("dangerZone")}>
      <DangerRow
        title={t("danger")}
        text={t("dangerText")}
        action={t("live:delete")}
        onAct={() => void actions.remove(stream)}
      />
    </SettingGroup>
  );
}
