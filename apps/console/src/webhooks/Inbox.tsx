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
      <Stack gap="xs" mt="sm" className={styles["messages"]} renderRoot={(props) => <ul {...props} />}>
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
  const id = headers["webhook-id"] ?? t("noMessageId");
  return (
    <details>
      <summary className={styles["message"]}>
        <span>{typeOf(body) ?? t("noEventType")}</span>
        <span className="mono muted">{id}</span>
        <StatusDot state={problem === null ? "complete" : "failed"}>
          {problem === null ? t("signatureRight") : t("signatureWrong", { problem })}
        </StatusDot>
        <Moment at={at} />
      </summary>
      <Stack gap={12} miw={0}>
        <Headers of={id} headers={headers} />
        <Message label={`${id}: ${t("body")}`}>{inLines(body)}</Message>
      </Stack>
    </details>
  );
}

/** The type of the event in a message's body; null where it has none. Anyone can send anything to an inbox. */
function typeOf(body: string): string | null {
  try {
    const read: unknown = JSON.parse(body);
    const type = read !== null && typeof read === "object" && "type" in read ? read.type : null;
    return typeof type === "string" && type !== "" ? type : null;
  } catch {
    return null;
  }
}
