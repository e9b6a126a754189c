import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../platform/i18n.ts";
import { inLines } from "./curl.ts";
import { Headers } from "./Headers.tsx";
import { Message } from "./Message.tsx";
import { inboxQuery, type InboxMessage } from "./queries.ts";
import styles from "./Webhooks.module.css";

/** What the inbox of a webhook received, each with whether its signature is right. */
export function Inbox({ projectId, id }: { projectId: number; id: number }) {
  const { t } = useTranslation("webhooks");
  const messages = useQuery(inboxQuery(projectId, id)).data;
  return (
    <Panel title={t("inbox")}>
      <p className="muted">{t("inboxText")}</p>
      {messages?.length === 0 ? <p className="muted">{t("inboxEmpty")}</p> : null}
      <Stack gap="xs" mt="sm" renderRoot={(props) => <ul {...props} />}>
        {messages?.map((message) => (
          <li key={message.id}>
            <InboxEntry message={message} />
          </li>
        ))}
      </Stack>
    </Panel>
  );
}

function InboxEntry({ message }: { message: InboxMessage }) {
  const { t } = useTranslation("webhooks");
  const { problem, headers, body, received_at: at } = message;
  return (
    <details>
      <summary className={styles["message"]}>
        <span className="mono">{headers["webhook-id"] ?? t("noMessageId")}</span>
        <StatusDot state={problem === null ? "complete" : "failed"}>
          {problem === null ? t("signatureRight") : t("signatureWrong", { problem })}
        </StatusDot>
        <Moment at={at} />
      </summary>
      <div className={styles["part"]}>
        <Headers of={headers["webhook-id"] ?? t("noMessageId")} headers={headers} />
        <Message label={`${headers["webhook-id"] ?? t("noMessageId")}: ${t("body")}`}>{inLines(body)}</Message>
      </div>
    </details>
  );
}
