import { HEALTH_SPAN_NAMES, type HealthSpan } from "@kinora/domain/healthSpans.ts";
import { hasSession } from "@kinora/domain/streams.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Segments } from "@kinora/ui/Segments.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { IconActivityHeartbeat } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { realtime } from "../platform/realtime.ts";
import { useStore, type Store } from "../platform/store.ts";
import { healthChecks, samplesOf, type HealthCheck } from "./health.ts";
import { HealthCharts } from "./HealthCharts.tsx";
import { historyQuery } from "./historyQuery.ts";
import type { StreamDetail } from "./queries.ts";
import { useIngest } from "./useIngest.ts";
import type { LiveFigures } from "./useLiveStream.ts";
import health from "./Health.module.css";
import styles from "./Stream.module.css";

/** How well a livestream arrives: checks with plain advice, and the last minutes as lines. */
export function HealthTab({ stream, figures }: { stream: StreamDetail; figures: Store<LiveFigures> }) {
  const { t } = useTranslation("stream");
  const heard = useStore(figures, (value) => value.samples);
  const connected = useStore(realtime, (value) => value.connected);
  const { ingest } = useIngest(stream, figures);
  const [span, setSpan] = useState<HealthSpan>("minutes");
  const isOpen = hasSession(stream.state);
  const history = useQuery({ ...historyQuery(stream, span), enabled: isOpen });
  if (!isOpen) {
    return (
      <Panel>
        <EmptyState icon={<IconActivityHeartbeat size={22} stroke={1.6} />} title={t("healthIdle")}>
          {t("healthEmpty")}
        </EmptyState>
      </Panel>
    );
  }
  const { restreams, recording } = stream;
  const samples = samplesOf(history.data ?? [], heard, span);
  const checks = healthChecks({ ingest, samples: heard, restreams, recording });
  return (
    <div className={styles["stack"]}>
      {checks.length === 0 ? null : (
        <Panel title={t("checks")}>
          <ul className={health["checks"]}>
            {checks.map((check) => (
              <Check key={check.name} check={check} />
            ))}
          </ul>
        </Panel>
      )}
      <Panel title={t("chartsTitle")}>
        <div className={health["figures"]}>
          <div>
            <Segments
              aria-label={t("chartsSpan")}
              value={span}
              onChange={(value) => setSpan(HEALTH_SPAN_NAMES.find((known) => known === value) ?? "minutes")}
              data={HEALTH_SPAN_NAMES.map((value) => ({ value, label: t(`span_${value}`) }))}
            />
          </div>
          {samples.length === 0 ? (
            <p className={styles["note"]}>{t("healthEmpty")}</p>
          ) : (
            <HealthCharts samples={samples} span={span} />
          )}
          {connected ? null : <p className={styles["note"]}>{t("healthPolled")}</p>}
        </div>
      </Panel>
    </div>
  );
}

function Check({ check: { name, healthy, advice } }: { check: HealthCheck }) {
  const { t } = useTranslation("stream");
  const tone = healthy === null ? "unpublished" : healthy ? "published" : "failed";
  return (
    <li>
      <span className={health["checkName"]}>{t(`check_${name}`)}</span>
      <StatusDot tone={tone}>{healthy === null ? t("unknown") : healthy ? t("healthy") : t("unhealthy")}</StatusDot>
      {advice === null ? null : <span className={health["advice"]}>{t(advice.text, { value: advice.value })}</span>}
    </li>
  );
}
