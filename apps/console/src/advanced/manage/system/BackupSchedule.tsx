import { BACKUPS_KEPT_MAX } from "@kinora/domain/operations/backups.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Switch, TextInput } from "@mantine/core";
import { api } from "../../../platform/client.ts";
import { useTranslation } from "../../../platform/i18n.ts";
import { useAction } from "../../../platform/use-action.ts";
import { SettingsArea } from "../../../shell/forms/SettingsArea.tsx";
import { backupsKey, choresKey, type Backups } from "./system-queries.ts";

const TIME_ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

/** When backups are made without anyone asking, and how many of them stay. */
export const BackupSchedule = ({ backups }: { backups: Backups }) => (
  <SettingsArea>
    <ScheduleForm backups={backups} />
  </SettingsArea>
);

function ScheduleForm({ backups: { schedule, obstacle } }: { backups: Backups }) {
  const { t } = useTranslation("system");
  const form = useForm({
    saved: { ...schedule, hour: String(schedule.hour), keep: String(schedule.keep) },
    check: ({ keep }): Record<string, string> => (keptOf(keep) === null ? { keep: t("keepWrong") } : {}),
  });
  const save = useAction(api.advanced.saveBackupSchedule, {
    changes: [backupsKey, choresKey],
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const { daily, hour, time_zone: zone, keep } = form.values;
  return (
    <SettingsForm
      form={form}
      saving={save.isPending}
      onSave={() => save.mutate({ daily, hour: Number(hour), time_zone: zone, keep: keptOf(keep) ?? schedule.keep })}
    >
      <SettingGroup title={t("schedule")} text={t("scheduleText")}>
        <Switch
          label={t("daily")}
          description={t("dailyHint")}
          {...form.flag("daily")}
          disabled={obstacle !== null && !daily}
        />
        <Select label={t("hour")} {...form.choice("hour", HOURS)} />
        <Select
          label={t("zone")}
          searchable
          limit={80}
          {...form.choice(
            "time_zone",
            TIME_ZONES.map((name) => ({ value: name, label: name })),
          )}
        />
        <TextInput label={t("keep")} description={t("keepHint")} inputMode="numeric" {...form.text("keep")} />
      </SettingGroup>
    </SettingsForm>
  );
}

/** A typed number of backups; null for what is none. */
function keptOf(typed: string): number | null {
  const count = Number(typed.trim());
  return Number.isInteger(count) && count >= 1 && count <= BACKUPS_KEPT_MAX ? count : null;
}
