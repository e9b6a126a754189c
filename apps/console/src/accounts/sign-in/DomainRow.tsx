import { CodeField } from "@kinora/ui/kit/forms/CodeField.tsx";
import { formatMoment } from "@kinora/ui/moments.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { Later } from "../../shell/menus/Later.tsx";
import { signInKey, type SignInDomain } from "./sign-in-queries.ts";
import styles from "./SignIn.module.css";

const VerifyDialog = lazyPart(async () => (await import("./VerifyDialog.tsx")).VerifyDialog);

/** A mail domain: whether it counts, the record that proves it, and what can be done with it. */
export function DomainRow({ accountId, domain: row }: { accountId: number; domain: SignInDomain }) {
  const { t } = useTranslation("signIn");
  const { domain, verified_by: by, lost_at: lost } = row;
  return (
    <li>
      <Group gap="8px 12px">
        <strong className="truncate">{domain}</strong>
        <StatusDot state={by === null ? "paused" : lost === null ? "healthy" : "warning"}>
          {by === null
            ? t("notProved")
            : lost === null
              ? t(`proved_${by}`)
              : t("proofLost", { since: formatMoment(lost) })}
        </StatusDot>
        <DomainActions accountId={accountId} domain={domain} proved={by !== null} />
      </Group>
      {by === null || lost !== null ? (
        <div className={styles["record"]}>
          <CodeField
            label={t("recordName")}
            code={row.record_name}
            copyLabel={t("copyName", { domain })}
            onCopy={() => copyText(t("recordName"), row.record_name)}
          />
          <CodeField
            label={t("recordValue")}
            code={row.record_value}
            copyLabel={t("copyValue", { domain })}
            onCopy={() => copyText(t("recordValue"), row.record_value)}
          />
        </div>
      ) : null}
    </li>
  );
}

function DomainActions({ accountId, domain, proved }: { accountId: number; domain: string; proved: boolean }) {
  const { t } = useTranslation("signIn");
  const { superuser } = useViewer();
  const [verifying, setVerifying] = useState(false);
  const changes = [signInKey(accountId)];
  const input = { account_id: accountId, domain };
  const prove = useAction(() => api.ownProvider.proveSignInDomain(input), { changes });
  const remove = useAction(() => api.ownProvider.removeSignInDomain(input), { changes });
  const question = {
    title: t("removeDomainTitle", { domain }),
    text: t("removeDomainText"),
    yes: t("removeDomain"),
    danger: true,
  };
  const button = { variant: "default", size: "xs" } as const;
  return (
    <Group gap="xs" ml="auto">
      {proved ? null : (
        <Button
          {...button}
          aria-label={t("proveOf", { domain })}
          loading={prove.isPending}
          onClick={() => prove.mutate(undefined)}
        >
          {t("prove")}
        </Button>
      )}
      {superuser && !proved ? (
        <Button {...button} aria-label={t("verifyOf", { domain })} onClick={() => setVerifying(true)}>
          {t("verify")}
        </Button>
      ) : null}
      <Button
        {...button}
        aria-label={t("removeDomainOf", { domain })}
        loading={remove.isPending}
        onClick={() => void remove.mutateAfter(question, undefined)}
      >
        {t("removeDomain")}
      </Button>
      <Later when={verifying}>
        <VerifyDialog accountId={accountId} domain={domain} opened={verifying} onClose={() => setVerifying(false)} />
      </Later>
    </Group>
  );
}
