import { Facts } from "@kinora/ui/kit/Facts.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../../platform/client.ts";
import { useTranslation } from "../../../platform/i18n.ts";
import { reasonOf } from "../../../platform/problem.ts";
import type { SystemFacts } from "./system-queries.ts";

/** Sends a mail to the person, and keeps the mail server's answer on the page. */
export function SendTestMail({ mail: { relay, from } }: Pick<SystemFacts, "mail">) {
  const { t } = useTranslation("system");
  const test = useMutation({ mutationFn: () => api.advanced.testMail() });
  return (
    <Panel
      title={t("mail")}
      action={
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t("sendTestMail")}
        </Button>
      }
    >
      <Facts
        label={t("mail")}
        facts={[
          { label: t("relay"), value: relay ?? t("inbox") },
          { label: t("from"), value: from },
        ]}
      />
      {test.isError ? (
        <p role="alert" className="problem">
          {reasonOf(test.error)}
        </p>
      ) : null}
      {test.isSuccess ? <p role="status">{test.data.message}</p> : null}
    </Panel>
  );
}
