import { BLOCKED_MESSAGE_MAX, PLAYBACK_PASSWORD, PROFILE_NAME_MAX } from "@kinora/domain/restrictions/policy.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { PasswordInput, Switch, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { CountriesField } from "./CountriesField.tsx";
import type { ProfileFields } from "./profile-fields.ts";

type ProfileForm = Form<ProfileFields>;

function useModes() {
  const { t } = useTranslation("restrictions");
  return [
    { value: "all" as const, label: t("modeAll") },
    { value: "only" as const, label: t("modeOnly") },
    { value: "block" as const, label: t("modeBlock") },
  ];
}

/** What the profile is called. */
export function NameField({ form }: { form: ProfileForm }) {
  const { t } = useTranslation("restrictions");
  return (
    <SettingGroup title={t("details")}>
      <TextInput label={t("name")} required maxLength={PROFILE_NAME_MAX} {...form.text("name")} />
    </SettingGroup>
  );
}

/** The pages that may embed. */
export function WhereFields({ form }: { form: ProfileForm }) {
  const { t } = useTranslation("restrictions");
  const modes = useModes();
  return (
    <SettingGroup title={t("where")} text={t("whereText")}>
      <Select label={t("mode")} {...form.choice("referrer_mode", modes)} />
      {form.values.referrer_mode === "all" ? null : (
        <>
          <Textarea
            label={t("entries")}
            description={t("entriesHint")}
            autosize
            minRows={3}
            maxRows={12}
            spellCheck={false}
            classNames={{ input: "mono" }}
            placeholder={"example.com\n*.example.com"}
            {...form.text("referrers")}
          />
          <Switch label={t("emptyReferrer")} description={t("emptyReferrerHint")} {...form.flag("referrers_empty")} />
        </>
      )}
    </SettingGroup>
  );
}

/** Countries, addresses and apps of viewers. */
export function WhoFields({ form }: { form: ProfileForm }) {
  const { t } = useTranslation("restrictions");
  const modes = useModes();
  const { values } = form;
  const lines = { autosize: true, minRows: 2, maxRows: 12, spellCheck: false, classNames: { input: "mono" } };
  return (
    <SettingGroup title={t("who")}>
      <Select label={t("countryMode")} {...form.choice("country_mode", modes)} />
      {values.country_mode === "all" ? null : (
        <>
          <CountriesField
            codes={values.countries}
            error={form.error("countries")}
            readOnly={form.readOnly}
            onChange={(countries) => form.edit({ countries })}
          />
          <Switch label={t("unknownCountry")} description={t("unknownCountryHint")} {...form.flag("country_unknown")} />
        </>
      )}
      <Select label={t("addressMode")} {...form.choice("address_mode", modes)} />
      {values.address_mode === "all" ? null : (
        <Textarea label={t("ranges")} description={t("rangesHint")} {...lines} {...form.text("addresses")} />
      )}
      <Select label={t("agentMode")} {...form.choice("agent_mode", modes)} />
      {values.agent_mode === "all" ? null : (
        <Textarea label={t("patterns")} description={t("patternsHint")} {...lines} {...form.text("agents")} />
      )}
    </SettingGroup>
  );
}

/** What a viewer must bring: a token, a password; and how media is sent. */
export function HowFields({ form }: { form: ProfileForm }) {
  const { t } = useTranslation("restrictions");
  return (
    <SettingGroup title={t("how")}>
      <Switch label={t("signedPlayback")} description={t("signedHint")} {...form.flag("signed")} />
      {form.values.signed ? (
        <TextInput
          label={t("sessions")}
          description={t("sessionsHint")}
          inputMode="numeric"
          {...form.text("sessions")}
        />
      ) : null}
      <Switch label={t("password")} {...form.flag("password")} />
      {form.values.password ? (
        <PasswordInput
          label={t("newPassword")}
          description={t("newPasswordHint")}
          autoComplete="new-password"
          maxLength={PLAYBACK_PASSWORD.max}
          {...form.text("new_password")}
        />
      ) : null}
      <Switch label={t("encryptSegments")} description={t("encryptSegmentsHint")} {...form.flag("encrypted")} />
    </SettingGroup>
  );
}

/** What refused viewers see; `children` come after the message. */
export function BlockedFields({ form, children }: { form: ProfileForm; children: ReactNode }) {
  const { t } = useTranslation("restrictions");
  // One paragraph: a line that is begun becomes a space.
  const message = form.text("message");
  return (
    <SettingGroup title={t("blocked")}>
      <Textarea
        label={t("message")}
        description={t("messageHint")}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={BLOCKED_MESSAGE_MAX}
        {...message}
        onChange={({ currentTarget }) => form.edit({ message: currentTarget.value.replaceAll(/\s*\n\s*/gu, " ") })}
      />
      {children}
    </SettingGroup>
  );
}
