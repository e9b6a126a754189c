import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { problemOf, reasonOf } from "../platform/problem.ts";
import { messagesOf, settingsOf, type ProviderFields } from "./provider-fields.ts";

/** Sends a test event to the providers as they are typed, saved or not, and says what came of it. */
export function TestEvent({ projectId, form }: { projectId: number; form: Form<ProviderFields> }) {
  const { t } = useTranslation("analyticsProviders");
  const { measurementId, matomoUrl, pixelUrl } = form.values;
  const isEmpty = [measurementId, matomoUrl, pixelUrl].every((text) => text.trim() === "");
  const test = useMutation({
    mutationFn: async (fields: ProviderFields) => {
      const { google, matomo, pixel } = settingsOf(fields);
      return (await api.analytics.testAnalyticsProviders({ project_id: projectId, google, matomo, pixel })).data;
    },
    onError: (error) => form.refuse(messagesOf(problemOf(error).fields)),
  });
  const failed = test.isError && Object.keys(problemOf(test.error).fields).length === 0;
  const button = (
    <Button
      variant="default"
      loading={test.isPending}
      disabled={form.readOnly || isEmpty}
      onClick={() => test.mutate(form.values)}
    >
      {t("sendTest")}
    </Button>
  );
  return (
    <SettingGroup title={t("test")} text={t(isEmpty ? "testEmpty" : "testText")} action={button}>
      <div role="status">
        {failed ? <SettingRow label={t("testFailed")}>{reasonOf(test.error)}</SettingRow> : null}
        {(test.data ?? []).map(({ provider, ok, text, url, took_ms: took }) => (
          <SettingRow key={provider} label={t(provider)} hint={<span title={url}>{text}</span>}>
            <StatusDot state={ok ? "active" : "failed"}>
              {t(ok ? "accepted" : "notAccepted", { count: took })}
            </StatusDot>
          </SettingRow>
        ))}
      </div>
    </SettingGroup>
  );
}
