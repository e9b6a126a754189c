import { KEPT_DAYS } from "@kinora/domain/analytics/own-counting.ts";
import { PIXEL_MACROS } from "@kinora/domain/analytics/pixel-macros.ts";
import { VIEW_EVENTS } from "@kinora/domain/analytics/view-events.ts";
import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { CheckList } from "@kinora/ui/kit/forms/CheckList.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Checkbox, Switch, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { confirm } from "../platform/confirm.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { fieldsOf, keepsLess, messagesOf, settingsOf, type ProviderFields } from "./provider-fields.ts";
import { providersKey, type Providers } from "./queries.ts";
import { TestEvent } from "./TestEvent.tsx";

const address = { spellCheck: false, classNames: { input: "mono" } };

/** The providers of a project and what is counted here, saved together. */
export function ProvidersForm({
  projectId,
  saved,
  readOnly,
}: {
  projectId: number;
  saved: Providers;
  readOnly: boolean;
}) {
  const { t } = useTranslation("analyticsProviders");
  const form = useForm<ProviderFields>({ saved: fieldsOf(saved), readOnly });
  const { isSaving, save } = useSaveProviders(projectId, saved, form);
  return (
    <SettingsForm
      form={form}
      saving={isSaving}
      locked={t("readOnly", { permission: permissionNames.ga_manage })}
      onSave={() => void save()}
    >
      <SettingGroup title={t("google")} text={t("googleText")}>
        <TextInput
          label={t("measurementId")}
          description={t("measurementIdHint")}
          placeholder="G-ABC1234567"
          {...address}
          {...form.text("measurementId")}
        />
      </SettingGroup>
      <SettingGroup title={t("matomo")} text={t("matomoText")}>
        <TextInput
          label={t("matomoUrl")}
          description={t("matomoUrlHint")}
          placeholder="https://matomo.example.com"
          {...address}
          {...form.text("matomoUrl")}
        />
        <TextInput label={t("siteId")} description={t("siteIdHint")} inputMode="numeric" {...form.text("siteId")} />
      </SettingGroup>
      <PixelFields form={form} />
      <EventFields form={form} />
      <CountingFields form={form} />
      <TestEvent projectId={projectId} form={form} />
    </SettingsForm>
  );
}

/** Saves the form, after a question where that deletes figures. */
function useSaveProviders(projectId: number, saved: Providers, form: Form<ProviderFields>) {
  const { t } = useTranslation("analyticsProviders");
  const client = useQueryClient();
  const change = useAction(api.analytics.saveAnalyticsProviders, {
    changes: [],
    onDone({ data }) {
      client.setQueryData(providersKey(projectId), data);
      form.reset();
    },
    onProblem: ({ fields }) => form.refuse(messagesOf(fields)),
  });
  const save = async () => {
    const settings = settingsOf(form.values);
    const kept = settings.kept_days;
    if (kept !== null && keepsLess(saved, settings)) {
      const text = t("keepLessText", { kept: t(`kept_${kept}`) });
      if (!(await confirm({ title: t("keepLess"), text, yes: t("keepLessYes"), danger: true }))) return;
    }
    change.mutate({ project_id: projectId, ...settings });
  };
  return { isSaving: change.isPending, save };
}

function PixelFields({ form }: { form: Form<ProviderFields> }) {
  const { t } = useTranslation("analyticsProviders");
  return (
    <SettingGroup title={t("pixel")} text={t("pixelText")}>
      <TextInput
        label={t("pixelUrl")}
        description={t("pixelUrlHint", { macros: PIXEL_MACROS.map((macro) => `{${macro}}`).join(" ") })}
        placeholder="https://stats.example.com/p.gif?e={event}&v={video_id}"
        {...address}
        {...form.text("pixelUrl")}
      />
    </SettingGroup>
  );
}

/** What is counted here, and for how long. */
function CountingFields({ form }: { form: Form<ProviderFields> }) {
  const { t } = useTranslation("analyticsProviders");
  return (
    <SettingGroup title={t("counting")} text={t("countingText")}>
      <Textarea
        label={t("ownAddresses")}
        description={t("ownAddressesHint")}
        placeholder={"192.0.2.0/24\n2001:db8::/32"}
        autosize
        minRows={2}
        maxRows={10}
        {...address}
        {...form.text("ownAddresses")}
      />
      <Select
        label={t("keptDays")}
        description={t("keptDaysHint")}
        allowDeselect={false}
        disabled={form.readOnly}
        error={form.error("keptDays")}
        value={form.values.keptDays}
        data={[
          { value: "", label: t("keptAlways") },
          ...KEPT_DAYS.map((days) => ({ value: String(days), label: t(`kept_${days}`) })),
        ]}
        onChange={(value) => form.edit({ keptDays: value ?? "" })}
      />
    </SettingGroup>
  );
}

/** Which events are sent, and on what condition. */
function EventFields({ form }: { form: Form<ProviderFields> }) {
  const { t } = useTranslation("analyticsProviders");
  const { events } = form.values;
  return (
    <SettingGroup title={t("sent")} text={t("sentText")}>
      <Switch label={t("consent")} description={t("consentHint")} {...form.flag("consent")} />
      <CheckList label={t("eventNames")}>
        {VIEW_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={t(`event_${event}`)}
            disabled={form.readOnly}
            checked={events.includes(event)}
            onChange={({ currentTarget: { checked } }) =>
              form.edit({ events: VIEW_EVENTS.filter((each) => (each === event ? checked : events.includes(each))) })
            }
          />
        ))}
      </CheckList>
    </SettingGroup>
  );
}
