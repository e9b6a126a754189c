import { CLIENT_ID_MAX, CLIENT_SECRET_MAX, ISSUER_MAX } from "@kinora/domain/people/own-provider.ts";
import { CodeField } from "@kinora/ui/kit/forms/CodeField.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { PasswordInput, Switch, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { copyText } from "../../platform/clipboard.ts";
import { confirm } from "../../platform/confirm.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { signInKey, type AccountSignIn } from "./sign-in-queries.ts";
import { TryProvider } from "./TryProvider.tsx";

const savedOf = ({ provider }: AccountSignIn) => ({
  issuer: provider?.issuer ?? "",
  client_id: provider?.client_id ?? "",
  client_secret: "",
  project_id: String(provider?.project_id ?? ""),
  role_id: String(provider?.role_id ?? ""),
  required: provider?.required ?? false,
});

type ProviderValues = Form<ReturnType<typeof savedOf>>;

/** The organization's own OpenID Connect provider, and what new people join. */
export function ProviderForm({ accountId, signIn }: { accountId: number; signIn: AccountSignIn }) {
  const { t } = useTranslation("signIn");
  const client = useQueryClient();
  const { provider } = signIn;
  const form = useForm({
    saved: savedOf(signIn),
    check: (values) => ({
      ...(values.issuer.trim() ? {} : { issuer: t("issuerEmpty") }),
      ...(values.client_id.trim() ? {} : { client_id: t("clientIdEmpty") }),
      ...(values.client_secret || provider ? {} : { client_secret: t("secretEmpty") }),
      ...(values.project_id ? {} : { project_id: t("projectEmpty") }),
      ...(values.role_id ? {} : { role_id: t("roleEmpty") }),
    }),
  });
  const save = useAction(api.ownProvider.saveAccountSignIn, {
    changes: [signInKey(accountId)],
    onDone({ data }) {
      client.setQueryData(signInKey(accountId), data);
      form.reset();
    },
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const send = async () => {
    const { project_id: project, role_id: role, ...values } = form.values;
    const text = t("requiredSure", { people: t("people", { count: signIn.people }) });
    const question = { title: t("requiredTitle"), text, yes: t("requiredYes"), danger: false };
    if (values.required && !provider?.required && !(await confirm(question))) return;
    save.mutate({ account_id: accountId, ...values, project_id: Number(project), role_id: Number(role) });
  };
  return (
    <SettingsForm form={form} saving={save.isPending} onSave={() => void send()}>
      <SettingGroup title={t("provider")} text={t("providerText")}>
        <SettingRow label={t("client")} hint={t("redirectText")}>
          <CodeField
            label={t("redirectUri")}
            code={signIn.redirect_uri}
            copyLabel={t("copyRedirectUri")}
            onCopy={() => copyText(t("redirectUri"), signIn.redirect_uri)}
          />
        </SettingRow>
        <SettingRow label={t("logoutUri")} hint={t("logoutText")}>
          <CodeField
            label={t("logoutUri")}
            code={signIn.logout_uri}
            copyLabel={t("copyLogoutUri")}
            onCopy={() => copyText(t("logoutUri"), signIn.logout_uri)}
          />
        </SettingRow>
        <ClientFields form={form} hasSecret={provider !== null} />
        <TryProvider accountId={accountId} values={form.values} onRefused={form.refuse} />
        <PlaceFields form={form} signIn={signIn} />
      </SettingGroup>
    </SettingsForm>
  );
}

/** Which client of which provider Kinora is. */
function ClientFields({ form, hasSecret }: { form: ProviderValues; hasSecret: boolean }) {
  const { t } = useTranslation("signIn");
  return (
    <>
      <TextInput
        label={t("issuer")}
        description={t("issuerHint")}
        required
        maxLength={ISSUER_MAX}
        {...form.text("issuer")}
      />
      <TextInput label={t("clientId")} required maxLength={CLIENT_ID_MAX} {...form.text("client_id")} />
      <PasswordInput
        label={t("clientSecret")}
        description={hasSecret ? t("secretSaved") : t("secretHint")}
        required={!hasSecret}
        autoComplete="new-password"
        maxLength={CLIENT_SECRET_MAX}
        {...form.text("client_secret")}
      />
    </>
  );
}

/** What new people join, and whether there is another way in. */
function PlaceFields({ form, signIn }: { form: ProviderValues; signIn: AccountSignIn }) {
  const { t } = useTranslation("signIn");
  const choices = (rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: String(id), label: name }));
  const people = t("people", { count: signIn.people });
  const owners = t("owners", { count: signIn.owners });
  return (
    <>
      <Select
        label={t("project")}
        description={t("placeHint")}
        required
        placeholder={t("choose")}
        {...form.choice("project_id", choices(signIn.projects))}
      />
      <Select label={t("role")} required placeholder={t("choose")} {...form.choice("role_id", choices(signIn.roles))} />
      <Switch label={t("required")} description={t("requiredHint", { people, owners })} {...form.flag("required")} />
    </>
  );
}
