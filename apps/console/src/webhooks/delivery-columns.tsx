import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../platform/i18n.ts";
import type { Delivery } from "./queries.ts";
import styles from "./Webhooks.module.css";

const STATES = { pending: "processing", delivered: "complete", failed: "failed" } as const;

/** The columns of a webhook's deliveries. @param onChoose shows one beside the list. */
export function useDeliveryColumns(onChoose: (id: number) => void): Column<Delivery>[] {
  const { t } = useTranslation("webhooks");
  return [
    {
      id: "type",
      header: t("event"),
      min: 150,
      grow: 1,
      mobile: "title",
      cell: ({ id, type }) => (
        <button type="button" className={styles["choose"]} onClick={() => onChoose(id)}>
          {type}
        </button>
      ),
    },
    {
      id: "result",
      header: t("result"),
      min: 160,
      mobile: "meta",
      cell: (delivery) => <DeliveryResult delivery={delivery} />,
    },
    {
      id: "object",
      header: t("object"),
      min: 100,
      priority: 2,
      mobile: "hidden",
      cell: ({ object }) => <span className="mono truncate">{object}</span>,
    },
    {
      id: "attempts",
      header: t("attempts"),
      min: 70,
      align: "end",
      priority: 1,
      mobile: "hidden",
      cell: ({ attempts }) => attempts,
    },
    {
      id: "duration",
      header: t("duration"),
      min: 76,
      align: "end",
      priority: 3,
      mobile: "hidden",
      cell: ({ duration_ms: ms }) => (ms === null ? "" : t("ms", { ms })),
    },
    { id: "time", header: t("time"), min: 112, mobile: "meta", cell: ({ created_at: at }) => <Moment at={at} /> },
  ];
}

/** Whether a delivery arrived, and with which answer. */
export function DeliveryResult({ delivery }: { delivery: Pick<Delivery, "state" | "status" | "attempts"> }) {
  const { t } = useTranslation("webhooks");
  const { state, status, attempts } = delivery;
  return (
    <StatusDot state={STATES[state]} detail={attempts === 0 ? null : (status ?? t("noAnswer"))}>
      {t(`deliveryState_${state}`)}
    </StatusDot>
  );
}
