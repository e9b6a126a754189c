import { MAINTENANCE_MESSAGE_MAX, MAINTENANCE_MODES, type Maintenance } from "@kinora/domain/operations/maintenance.ts";
import { fromLocalTime, toLocalTime } from "@kinora/domain/projects/zoned-time.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { projectZone, session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAction } from "../../platform/use-action.ts";
import { installationKey, type Installation } from "./manage-queries.ts";
import { WithInstallation } from "./WithInstallation.tsx";

/** Maintenance of the whole installation: announced, on or off. */
export const MaintenanceTab = () => <WithInstallation>{(saved) => <MaintenanceForm saved={saved} />}</WithInstallation>;

interface Fields {
  mode: Maintenance["mode"];
  /** As the browser's fields write them, in the time zone the console shows. */
  starts_at: string;
  ends_at: string;
  message: string;
}

function MaintenanceForm({ saved: { maintenance } }: { saved: Installation }) {
  const { t } = useTranslation("manage");
  const zone = useStore(session, projectZone);
  const shown = (moment: string | null) => (moment === null ? "" : toLocalTime(moment, zone));
  const form = useForm<Fields>({
    saved: { ...maintenance, starts_at: shown(maintenance.starts_at), ends_at: shown(maintenance.ends_at) },
  });
  const save = useAction(api.advanced.setMaintenance, {
    changes: [installationKey],
    config: true,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const { mode, starts_at: start, ends_at: end, message } = form.values;
  const moment = (typed: string) => fromLocalTime(typed, zone)?.toISOString() ?? null;
  return (
    <SettingsForm
      form={form}
      saving={save.isPending}
      onSave={() => save.mutate({ mode, starts_at: moment(start), ends_at: moment(end), message })}
    >
      <SettingGroup title={t("maintenance")} text={t("maintenanceText")}>
        <Select
          label={t("mode")}
          description={t("modeHint")}
          {...form.choice(
            "mode",
            MAINTENANCE_MODES.map((value) => ({ value, label: t(`mode_${value}`) })),
          )}
        />
        <TextInput
          type="datetime-local"
          label={t("startsAt")}
          description={t("timesHint", { zone })}
          {...form.text("starts_at")}
        />
        <TextInput
          type="datetime-local"
          label={t("endsAt")}
          description={t("endsHint", { zone })}
          {...form.text("ends_at")}
        />
        <TextInput
          label={t("message")}
          description={t("messageHint")}
          maxLength={MAINTENANCE_MESSAGE_MAX}
          {...form.text("message")}
        />
      </SettingGroup>
    </SettingsForm>
  );
}
