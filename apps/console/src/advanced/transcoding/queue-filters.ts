import { QUEUE_AGES, QUEUE_STATES } from "@kinora/domain/operations/queue.ts";
import type { Filter } from "@kinora/ui/kit/filters.ts";
import type { ListView } from "@kinora/ui/kit/list-view.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { accountFilter } from "../../shell/lists/account-filter.ts";
import type { ListAddress } from "../../shell/lists/list-address.ts";
import type { queueView } from "./queue-view.ts";

type QueueAt = ListAddress<typeof queueView extends ListView<infer Schema> ? Schema : never>;

/** What the queue can be narrowed to; `named` is an account of its rows. */
export function useQueueFilters({ address, show }: QueueAt, named: { id: number; name: string } | undefined): Filter[] {
  const { t } = useTranslation("transcoding");
  return [
    {
      kind: "choice",
      id: "state",
      label: t("state"),
      options: QUEUE_STATES.map((value) => ({ value, label: t(value) })),
      value: address.state,
      onChange: (value) => show({ state: QUEUE_STATES.find((known) => known === value) }),
    },
    {
      kind: "choice",
      id: "stuck",
      label: t("stuck"),
      options: [{ value: "true", label: t("stuckText") }],
      value: address.stuck,
      onChange: (value) => show({ stuck: value === "true" ? "true" : undefined }),
    },
    {
      kind: "choice",
      id: "older",
      label: t("age"),
      options: QUEUE_AGES.map((value) => ({ value, label: t("olderThan", { count: Number(value) }) })),
      value: address.older,
      onChange: (value) => show({ older: QUEUE_AGES.find((known) => known === value) }),
    },
    ...accountFilter(t("account"), address.account, named, (chosen) => show({ account: chosen })),
  ];
}
