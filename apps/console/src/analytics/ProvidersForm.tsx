import { PIXEL_MACROS } from "@kinora/domain/analytics/pixel-macros.ts";
import { VIEW_EVENTS } from "@kinora/domain/analytics/view-events.ts";
import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { CheckList } from "@kinora/ui/kit/forms/CheckList.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Checkbox, Switch, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { fieldsOf, messagesOf, settingsOf, type ProviderFields } from "./provider-fields.ts";
import { providersKey, type Providers } from "./queries.ts";
import { TestEvent } from "./TestEvent.tsx";

const address = { spellCheck: false, classNames: { input: "mono" } };

/** The providers of a project, saved together. */
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
  const client = useQueryClient();
  const form = useForm<ProviderFields>({ saved: fieldsOf(saved), readOnly });
  const save = useAction(api.analytics.saveAnalyticsProviders, {
    changes: [],
    onDone({ data }) {
      client.setQueryData(providersKey(projectId), data);
      form.reset();
    },
    onProblem: ({ fields }) => form.refuse(messagesOf(fields)),
  });
  return (
    <SettingsForm
      form={form}
      saving={save.isPending}
      locked={t("readOnly", { permission: permissionNames.ga_manage })}
      onSave={() => save.mutate({ project_id: projectId, ...settingsOf(form.values) })}
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
      <TestEvent projectId={projectId} form={form} />
    </SettingsForm>
  );
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
