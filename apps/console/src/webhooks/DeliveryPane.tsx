import { Facts } from "@kinora/ui/kit/Facts.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatMoment } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Box, Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../platform/client.ts";
import { copyText } from "../platform/clipboard.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { QueryProblem } from "../shell/frame/QueryProblem.tsx";
import { curlOf, inLines } from "./curl.ts";
import { DeliveryResult } from "./delivery-columns.tsx";
import { Headers } from "./Headers.tsx";
import { Message } from "./Message.tsx";
import { deliveryQuery, webhooksKey, type Attempt, type DeliveryDetail, type Webhook } from "./queries.ts";
import styles from "./Webhooks.module.css";

interface DeliveryPaneProps {
  projectId: number;
  webhook: Webhook;
  /** Null while none is chosen. */
  id: number | null;
  mayManage: boolean;
}

/** One delivery: its request and the answers to it. */
export function DeliveryPane({ projectId, webhook, id, mayManage }: DeliveryPaneProps) {
  const { t } = useTranslation("webhooks");
  const delivery = useQuery({ ...deliveryQuery(projectId, webhook.id, id ?? 0), enabled: id !== null });
  const { data } = delivery;
  return (
    <Box miw={0} aria-live="polite">
      <Panel
        title={t("delivery")}
        action={data && mayManage ? <Resend projectId={projectId} webhook={webhook} id={data.id} /> : undefined}
      >
        {id === null ? (
          <p className="muted">{t("choose")}</p>
        ) : data ? (
          <DeliveryFacts key={data.id} delivery={data} />
        ) : delivery.isError ? (
          <QueryProblem query={delivery} />
        ) : (
          <SkeletonRows label={t("loading")} thumb={false} />
        )}
      </Panel>
    </Box>
  );
}

function Resend({ projectId, webhook, id }: { projectId: number; webhook: Webhook; id: number }) {
  const { t } = useTranslation("webhooks");
  const resend = useAction(api.webhooks.resendDelivery, {
    changes: [webhooksKey(projectId)],
    failure: t("notResent"),
  });
  return (
    <Button
      size="xs"
      variant="default"
      disabled={webhook.state === "disabled"}
      loading={resend.isPending}
      onClick={() => resend.mutate({ project_id: projectId, id: webhook.id, delivery_id: id })}
    >
      {t("resend")}
    </Button>
  );
}

function DeliveryFacts({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useTranslation("webhooks");
  const { attempts_made: attempts, body } = delivery;
  const [chosen, setChosen] = useState<string | null>(null);
  const attempt = attempts.find(({ id }) => String(id) === chosen) ?? attempts[0];
  return (
    <Stack gap={12} miw={0}>
      <Facts
        label={t("delivery")}
        facts={[
          { label: t("result"), value: <DeliveryResult delivery={delivery} /> },
          { label: t("event"), value: delivery.type },
          { label: t("messageId"), value: delivery.message_id },
          { label: t("nextTry"), value: delivery.next_at === null ? null : <Moment at={delivery.next_at} /> },
        ]}
      />
      {attempts.length > 1 ? (
        <Select
          label={t("attempt")}
          allowDeselect={false}
          data={attempts.map((each) => ({
            value: String(each.id),
            label: t("attemptAt", { at: formatMoment(each.at), result: each.status ?? t("noAnswer") }),
          }))}
          value={String(attempt?.id)}
          onChange={setChosen}
        />
      ) : null}
      {attempt && body !== null ? (
        <Exchange attempt={attempt} body={body} />
      ) : (
        <p className="muted">{t("notSentYet")}</p>
      )}
    </Stack>
  );
}

function Exchange({ attempt, body }: { attempt: Attempt; body: string }) {
  const { t } = useTranslation("webhooks");
  const answer = attempt.status === null ? t("noAnswer") : String(attempt.status);
  return (
    <>
      <Stack component="section" gap={12} miw={0} aria-label={t("request")}>
        <h3 className={styles["heading"]}>
          {t("request")}
          <Button size="xs" variant="subtle" onClick={() => void copyText(t("curlName"), curlOf(attempt, body))}>
            {t("curl")}
          </Button>
        </h3>
        <p className={styles["line"]}>POST {attempt.url}</p>
        <Headers of={t("request")} headers={attempt.request_headers} />
        <Message label={`${t("request")}: ${t("body")}`}>{inLines(body)}</Message>
      </Stack>
      <Stack component="section" gap={12} miw={0} aria-label={t("response")}>
        <h3 className={styles["heading"]}>{t("response")}</h3>
        <p className={styles["line"]}>
          {answer} · {t("ms", { ms: attempt.duration_ms })} · {formatMoment(attempt.at)}
        </p>
        {attempt.error === null ? null : <p className={styles["line"]}>{attempt.error}</p>}
        {Object.keys(attempt.response_headers).length > 0 ? (
          <Headers of={t("response")} headers={attempt.response_headers} />
        ) : null}
        {attempt.status === null ? null : (
          <Message label={`${t("response")}: ${t("body")}`}>{inLines(attempt.response_body) || t("noBody")}</Message>
        )}
      </Stack>
    </>
  );
}
