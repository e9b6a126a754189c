import { WEBHOOK_EVENT_TYPES } from "@kinora/domain/webhooks/events.ts";
import { DELIVERY_STATES } from "@kinora/domain/webhooks/limits.ts";
import type { Filter } from "@kinora/ui/kit/filters.ts";
import { Box, Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { isAnswered } from "../platform/answered.ts";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { useListAddress, type ListAddress } from "../shell/lists/list-address.ts";
import { ListPage } from "../shell/lists/ListPage.tsx";
import { useDeliveryColumns } from "./delivery-columns.tsx";
import { deliveryView, type DeliverySchema } from "./delivery-view.ts";
import { DeliveryPane } from "./DeliveryPane.tsx";
import { deliveriesQuery, eventTypeOf, webhooksKey, type Webhook } from "./queries.ts";
import styles from "./Webhooks.module.css";

interface DeliveriesProps {
  projectId: number;
  webhook: Webhook;
  mayManage: boolean;
  /** The id of the delivery that is shown beside the list. */
  chosen: number | null;
  onChoose: (id: number | null) => void;
}

/** What a webhook was sent, newest first, and the chosen one with its request and answer. */
export function Deliveries({ projectId, webhook, mayManage, chosen, onChoose }: DeliveriesProps) {
  const { t } = useTranslation("webhooks");
  const at = useListAddress(deliveryView);
  const list = useQuery(deliveriesQuery(projectId, webhook.id, at.address));
  return (
    <div className={styles["log"]}>
      <Box miw={0}>
        <ListPage
          name="webhook-deliveries"
          label={t("deliveries")}
          at={at}
          list={list}
          columns={useDeliveryColumns(onChoose)}
          nameOf={({ type }) => type}
          onOpen={({ id }) => onChoose(id)}
          current={chosen}
          segments={useStateSegments(at)}
          filters={useDeliveryFilters(at)}
          {...(mayManage ? { tools: <ResendFailed projectId={projectId} webhook={webhook} at={at} /> } : {})}
          permission="webhooks_view"
          noMatch={t("deliveriesNoMatch")}
          empty={{
            icon: <IconSend size={22} stroke={1.6} />,
            title: t("deliveriesEmpty"),
            text: t("deliveriesEmptyText"),
          }}
        />
      </Box>
      {isAnswered(list) ? (
        <DeliveryPane projectId={projectId} webhook={webhook} id={chosen} mayManage={mayManage} />
      ) : null}
    </div>
  );
}

function useStateSegments({ address, show }: ListAddress<DeliverySchema>) {
  const { t } = useTranslation("webhooks");
  return {
    id: "state",
    label: t("filterState"),
    all: t("allStates"),
    options: DELIVERY_STATES.map((value) => ({ value, label: t(`deliveryState_${value}`) })),
    value: address.state,
    onChange: (value: string | undefined) => show({ state: DELIVERY_STATES.find((known) => known === value) }),
  };
}

function useDeliveryFilters({ address, show }: ListAddress<DeliverySchema>): Filter[] {
  const { t } = useTranslation("webhooks");
  return [
    {
      kind: "choice",
      id: "type",
      label: t("filterType"),
      options: WEBHOOK_EVENT_TYPES.map((value) => ({ value, label: value })),
      value: eventTypeOf(address),
      onChange: (type) => show({ type }),
    },
    { kind: "days", id: "days", label: t("filterDays"), from: address.from, to: address.to, onChange: show },
  ];
}

function ResendFailed({
  projectId,
  webhook,
  at: { address },
}: {
  projectId: number;
  webhook: Webhook;
  at: ListAddress<DeliverySchema>;
}) {
  const { t } = useTranslation("webhooks");
  const resend = useAction(api.webhooks.resendFailed, { changes: [webhooksKey(projectId)], failure: t("notResent") });
  const { from, to } = address;
  const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const asked = { title: t("resendFailedTitle"), text: t("resendFailedText"), yes: t("resend"), danger: false };
  return (
    <Button
      variant="default"
      loading={resend.isPending}
      onClick={() => void resend.mutateAfter(asked, { project_id: projectId, id: webhook.id, ...range })}
    >
      {t("resendFailed")}
    </Button>
  );
}
