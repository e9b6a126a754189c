import { AD_FREQUENCIES, LIVE_ADS } from "@kinora/domain/ads/ad-settings.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Switch } from "@mantine/core";
import { useTranslation } from "../platform/i18n.ts";
import type { AdFields } from "./ad-fields.ts";
import { NumberField } from "./NumberField.tsx";

/** How long a video waits for its ads, and how often a viewer sees some. */
export function LimitFields({ form }: { form: Form<AdFields> }) {
  const { t } = useTranslation("ads");
  const { readOnly } = form;
  const { frequency, ads_timeout_ms: adsTimeout, preroll_timeout_ms: prerollTimeout } = form.values;
  return (
    <SettingGroup title={t("rules")}>
      <NumberField
        label={t("prerollTimeout")}
        hint={t("prerollTimeoutHint")}
        unit="ms"
        value={prerollTimeout}
        error={form.error("preroll_timeout_ms")}
        readOnly={readOnly}
        onChange={(value) => form.edit({ preroll_timeout_ms: value ?? 0 })}
      />
      <NumberField
        label={t("adsTimeout")}
        hint={t("adsTimeoutHint")}
        unit="ms"
        value={adsTimeout}
        error={form.error("ads_timeout_ms")}
        readOnly={readOnly}
        onChange={(value) => form.edit({ ads_timeout_ms: value ?? 0 })}
      />
      <Select
        label={t("frequency")}
        description={t("frequencyHint")}
        data={AD_FREQUENCIES.map((value) => ({ value, label: t(`frequency_${value}`) }))}
        allowDeselect={false}
        disabled={readOnly}
        value={frequency.kind}
        onChange={(value) => {
          const kind = AD_FREQUENCIES.find((known) => known === value);
          if (kind) form.edit({ frequency: { ...frequency, kind } });
        }}
      />
      {frequency.kind === "always" ? null : (
        <NumberField
          label={t(frequency.kind === "views" ? "frequencyViews" : "frequencyMinutes")}
          unit={frequency.kind === "views" ? "" : "min"}
          value={frequency.n}
          error={form.error("frequency")}
          readOnly={readOnly}
          onChange={(value) => form.edit({ frequency: { ...frequency, n: value ?? 0 } })}
        />
      )}
      <LiveField form={form} />
      <Switch label={t("consent")} description={t("consentHint")} {...form.flag("consent")} />
    </SettingGroup>
  );
}

/** Which breaks livestreams have. */
function LiveField({ form }: { form: Form<AdFields> }) {
  const { t } = useTranslation("ads");
  return (
    <Select
      label={t("live")}
      description={t("liveHint")}
      data={LIVE_ADS.map((value) => ({ value, label: t(`live_${value}`) }))}
      allowDeselect={false}
      disabled={form.readOnly}
      value={form.values.live}
      onChange={(value) => {
        const live = LIVE_ADS.find((known) => known === value);
        if (live) form.edit({ live });
      }}
    />
  );
}
