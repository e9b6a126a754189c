import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf } from "../../platform/problem.ts";
import { toastError } from "../../platform/toasts.ts";
import styles from "./SignIn.module.css";

interface TryProviderProps {
  accountId: number;
  values: { issuer: string; client_id: string; client_secret: string };
  /** Shows the server's messages at their fields; true when there is one. */
  onRefused: (fields: Readonly<Record<string, readonly string[]>>) => boolean;
}

/** Tries the provider that is typed, and says in words what is right and what is wrong. */
export function TryProvider({ accountId, values, onRefused }: TryProviderProps) {
  const { t } = useTranslation("signIn");
  const { issuer, client_id, client_secret } = values;
  const attempt = useMutation({
    mutationFn: () => api.ownProvider.tryAccountSignIn({ account_id: accountId, issuer, client_id, client_secret }),
    onError(error) {
      const problem = problemOf(error);
      if (!onRefused(problem.fields)) toastError(problem.message ?? t("notTried"));
    },
  });
  return (
    <SettingRow label={t("try")} hint={t("tryHint")}>
      <Stack gap="xs" align="flex-start">
        <Button variant="default" loading={attempt.isPending} onClick={() => attempt.mutate()}>
          {t("try")}
        </Button>
        <ul className={styles["findings"]} aria-live="polite">
          {attempt.data?.findings.map(({ ok, text }) => (
            <li key={text}>
              <StatusDot state={ok ? "healthy" : "failed"}>{ok ? t("works") : t("wrong")}</StatusDot>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </Stack>
    </SettingRow>
  );
}
