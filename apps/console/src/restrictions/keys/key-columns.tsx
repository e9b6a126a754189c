import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../../platform/i18n.ts";
import type { SigningKey } from "../queries.ts";

const STATES = { active: "active", expiring: "warning", revoked: "failed" } as const;

export function useKeyColumns(): Column<SigningKey>[] {
  const { t } = useTranslation("restrictions");
  return [
    {
      id: "kid",
      header: t("kid"),
      min: 160,
      grow: 1,
      mobile: "title",
      cell: ({ kid }) => <span className="mono">{kid}</span>,
    },
    { id: "algorithm", header: t("algorithm"), min: 90, mobile: "meta", cell: ({ algorithm }) => algorithm },
    {
      id: "state",
      header: t("state"),
      min: 140,
      mobile: "meta",
      cell: ({ state, expires_at: expires }) => (
        <StatusDot state={STATES[state]} detail={state === "expiring" && expires ? <Moment at={expires} /> : null}>
          {t(`state_${state}`)}
        </StatusDot>
      ),
    },
    {
      id: "used",
      header: t("lastUsed"),
      min: 110,
      priority: 2,
      mobile: "hidden",
      cell: ({ last_used_at: used }) => (used === null ? t("never") : <Moment at={used} />),
    },
    {
      id: "created",
      header: t("created"),
      min: 110,
      priority: 1,
      mobile: "hidden",
      cell: ({ created_at: at }) => <Moment at={at} />,
    },
  ];
}
