import { scopeKind } from "@kinora/domain/api-keys/scopes.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Hint } from "@kinora/ui/kit/Hint.tsx";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatMoment } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Group } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "../platform/i18n.ts";
import type { ApiKey } from "./queries.ts";

const STATES = { active: "active", expired: "warning", disabled: "not_active" } as const;

/** The columns of the API keys. */
export function useKeyColumns(): Column<ApiKey>[] {
  return [...useIdentityColumns(), ...useUseColumns(), ...useLifeColumns()];
}

function useIdentityColumns(): Column<ApiKey>[] {
  const { t } = useTranslation("apiKeys");
  return [
    {
      id: "name",
      header: t("name"),
      min: 140,
      grow: 2,
      mobile: "title",
      cell: ({ name }) => (
        <span className="truncate" dir="auto">
          {name}
        </span>
      ),
    },
    {
      id: "prefix",
      header: t("prefix"),
      min: 116,
      priority: 6,
      mobile: "meta",
      cell: ({ prefix, old_secret_until: until }) => (
        <Group gap={6} wrap="nowrap" display="inline-flex" renderRoot={(props) => <span {...props} />}>
          <span className="mono">{prefix}…</span>
          {until === null ? null : <OldSecret until={until} />}
        </Group>
      ),
    },
    {
      id: "scope",
      header: t("scope"),
      min: 84,
      priority: 5,
      mobile: "meta",
      cell: ({ scopes, lacks }) =>
        lacks.length === 0 ? (
          t(`scope_${scopeKind(scopes)}`)
        ) : (
          <Hint label={t("lacks", { permissions: lacks.join(", ") })} multiline maw={320}>
            <span>{t("limited", { scope: t(`scope_${scopeKind(scopes)}`) })}</span>
          </Hint>
        ),
    },
  ];
}

function OldSecret({ until }: { until: string }) {
  const { t } = useTranslation("apiKeys");
  const label = t("oldUntil", { at: formatMoment(until) });
  return (
    <Hint label={label}>
      <IconRefresh size={14} stroke={1.6} role="img" aria-label={label} />
    </Hint>
  );
}

function useUseColumns(): Column<ApiKey>[] {
  const { t } = useTranslation("apiKeys");
  return [
    {
      id: "used",
      header: t("lastUsed"),
      min: 190,
      grow: 1,
      priority: 3,
      mobile: "hidden",
      cell: ({ last_used_at: used, last_used_address: address }) => (
        <span className="truncate">
          <Moment at={used} never={t("never")} />
          {used !== null && address ? <span className="muted"> {t("usedFrom", { address })}</span> : null}
        </span>
      ),
    },
    {
      id: "requests",
      header: t("requests"),
      min: 110,
      align: "end",
      priority: 2,
      mobile: "hidden",
      cell: ({ requests_24h: requests }) => formatNumber(requests),
    },
  ];
}

function useLifeColumns(): Column<ApiKey>[] {
  const { t } = useTranslation("apiKeys");
  return [
    {
      id: "expires",
      header: t("expires"),
      min: 90,
      priority: 4,
      mobile: "hidden",
      cell: ({ expires_at: at }) => <Moment at={at} never={t("never")} />,
    },
    {
      id: "state",
      header: t("state"),
      min: 90,
      mobile: "meta",
      cell: ({ state }) => <StatusDot state={STATES[state]}>{t(`state_${state}`)}</StatusDot>,
    },
  ];
}
