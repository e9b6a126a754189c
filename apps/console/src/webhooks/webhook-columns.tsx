import { ALL_EVENTS, isAccountEvent } from "@kinora/domain/webhooks/events.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Hint } from "@kinora/ui/kit/Hint.tsx";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatMoment } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../platform/i18n.ts";
import { AttemptBars } from "./AttemptBars.tsx";
import type { Webhook } from "./queries.ts";
import styles from "./Webhooks.module.css";

const STATES = { active: "active", failing: "error", disabled: "not_active" } as const;

/** The columns of the webhooks. */
export function useWebhookColumns(): Column<Webhook>[] {
  return [...useIdentityColumns(), ...useHealthColumns()];
}

function useIdentityColumns(): Column<Webhook>[] {
  const { t } = useTranslation("webhooks");
  return [
    {
      id: "name",
      header: t("name"),
      min: 140,
      grow: 1,
      mobile: "title",
      cell: ({ id, name }) => (
        <Link className="truncate" to="/settings/webhooks/$webhookId" params={{ webhookId: String(id) }} dir="auto">
          {name}
        </Link>
      ),
    },
    {
      id: "url",
      header: t("url"),
      min: 180,
      grow: 2,
      priority: 4,
      mobile: "meta",
      cell: ({ url }) => (
        <span className="mono truncate" title={url}>
          {url}
        </span>
      ),
    },
    {
      id: "events",
      header: t("events"),
      min: 76,
      priority: 2,
      mobile: "hidden",
      cell: ({ events }) => {
        if (!events.includes(ALL_EVENTS)) return t("eventsCount", { count: events.length });
        const count = events.filter(isAccountEvent).length;
        return count === 0 ? t("eventsAll") : t("eventsAllOf", { count });
      },
    },
  ];
}

function useHealthColumns(): Column<Webhook>[] {
  const { t } = useTranslation("webhooks");
  return [
    {
      id: "success",
      header: t("success"),
      min: 180,
      priority: 3,
      mobile: "hidden",
      cell: (webhook) => <Success webhook={webhook} />,
    },
    {
      id: "last",
      header: t("lastDelivery"),
      min: 160,
      priority: 5,
      mobile: "hidden",
      cell: ({ last_attempt: last }) =>
        last === null ? (
          <span className="muted">{t("never")}</span>
        ) : (
          <span className="truncate">
            <span className="mono">
              {last.status === null ? t("noAnswer") : t("lastOf", { status: last.status, ms: last.duration_ms })}
            </span>{" "}
            <span className="muted">
              <Moment at={last.at} />
            </span>
          </span>
        ),
    },
    {
      id: "created",
      header: t("created"),
      min: 90,
      priority: 1,
      mobile: "hidden",
      cell: ({ created_at: at }) => <Moment at={at} />,
    },
    {
      id: "state",
      header: t("state"),
      min: 96,
      mobile: "meta",
      cell: (webhook) => <WebhookStatus webhook={webhook} />,
    },
  ];
}

/** How many of the attempts of 24 hours succeeded, and when. */
export function Success({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation("webhooks");
  const { attempts_24h: attempts, succeeded_24h: succeeded, half_hours: halfHours } = webhook;
  if (attempts === 0) return <span className="muted">{t("noAttempts")}</span>;
  const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });
  return (
    <span className={styles["success"]}>
      <AttemptBars halfHours={halfHours} />
      <span>{t("successOf", { percent: percent.format(succeeded / attempts), total: formatNumber(attempts) })}</span>
    </span>
  );
}

/** Whether a webhook works; since when, or why not, is its tooltip. */
export function WebhookStatus({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation("webhooks");
  const { state, failing_since: since, disabled_reason: reason } = webhook;
  const dot = (
    <StatusDot state={STATES[state]}>{reason === "paused" ? t("disabled_paused") : t(`state_${state}`)}</StatusDot>
  );
  const why =
    state === "failing" && since !== null
      ? t("failingSince", { at: formatMoment(since) })
      : reason === null
        ? null
        : t(`disabled_${reason}`);
  return why === null ? (
    dot
  ) : (
    <Hint label={why}>
      <span>{dot}</span>
    </Hint>
  );
}
