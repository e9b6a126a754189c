import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Button, Text, TextInput } from "@mantine/core";
import type { SubmitEvent } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { DomainRow } from "./DomainRow.tsx";
import { signInKey, type SignInDomain } from "./sign-in-queries.ts";
import styles from "./SignIn.module.css";

/** The mail domains that an account claims, with what proves each. */
export function DomainList({ accountId, domains }: { accountId: number; domains: readonly SignInDomain[] }) {
  const { t } = useTranslation("signIn");
  const form = useForm({ saved: { domain: "" } });
  const add = useAction(api.ownProvider.addSignInDomain, {
    changes: [signInKey(accountId)],
    onDone: form.reset,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate({ account_id: accountId, domain: form.values.domain });
  };
  return (
    <SettingGroup title={t("domains")} text={t("domainsText")}>
      {domains.length === 0 ? (
        <Text py="md" c="dimmed">
          {t("noDomains")}
        </Text>
      ) : (
        <ul className={styles["domains"]}>
          {domains.map((domain) => (
            <DomainRow key={domain.domain} accountId={accountId} domain={domain} />
          ))}
        </ul>
      )}
      <form className={styles["add"]} onSubmit={submit} noValidate>
        <TextInput label={t("domain")} placeholder="example.com" maxLength={253} {...form.text("domain")} />
        <Button type="submit" variant="default" loading={add.isPending}>
          {t("addDomain")}
        </Button>
      </form>
    </SettingGroup>
  );
}
