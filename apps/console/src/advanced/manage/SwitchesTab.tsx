import { FEATURES } from "@kinora/domain/operations/features.ts";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Switch } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { installationKey, type Installation } from "./manage-queries.ts";
import { WithInstallation } from "./WithInstallation.tsx";

/** What people of the whole installation can do: registration and features. */
export const SwitchesTab = () => <WithInstallation>{(saved) => <SwitchesForm saved={saved} />}</WithInstallation>;

function SwitchesForm({ saved }: { saved: Installation }) {
  const { t } = useTranslation("manage");
  const form = useForm({ saved: { registration: saved.registration.open, ...saved.features } });
  const save = useAction(api.advanced.saveSwitches, {
    changes: [installationKey],
    config: true,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const { registration, ...features } = form.values;
  return (
    <SettingsForm
      form={form}
      saving={save.isPending}
      onSave={() => save.mutate({ registration: { open: registration }, features })}
    >
      <SettingGroup title={t("registration")}>
        <Switch label={t("registrationOpen")} description={t("registrationHint")} {...form.flag("registration")} />
      </SettingGroup>
      <SettingGroup title={t("features")} text={t("featuresText")}>
        {FEATURES.map((feature) => (
          <Switch
            key={feature}
            label={t(`feature_${feature}`)}
            description={t(`feature_${feature}_hint`)}
            {...form.flag(feature)}
          />
        ))}
      </SettingGroup>
    </SettingsForm>
  );
}
