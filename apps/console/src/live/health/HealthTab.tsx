import { HEALTH_SPAN_NAMES, type HealthSpan } from "@kinora/domain/live/health-spans.ts";
import { hasSession } from "@kinora/domain/live/stream-states.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Segments } from "@kinora/ui/Segments.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Box, Stack } from "@mantine/core";
import { IconActivityHeartbeat } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { realtime } from "../../platform/realtime.ts";
import { useStore, type Store } from "../../platform/store.ts";
import { useIngest } from "../monitor/use-ingest.ts";
import type { StreamDetail } from "../queries.ts";
import type { LiveFigures } from "../stream/use-live-stream.ts";
import { healthChecks, type HealthCheck } from "./health-checks.ts";
import { samplesOf } from "./health-samples.ts";
import { HealthCharts } from "./HealthCharts.tsx";
import { historyQuery } from "./history-query.ts";
import health from "./Health.module.css";

/** How well a livestream arrives: checks with plain advice, and the last minutes as lines. */
export function HealthTab({ stream, figures }: { stream: StreamDetail; figures: Store<LiveFigures> }) {
  const { t } = useTranslation("stream");
  const received = useStore(figures, (value) => value.samples);
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
  const samples = samplesOf(history.data ?? [], received, span);
  const checks = healthChecks({ ingest, samples: received, restreams, recording });
  return (
    <Stack gap={12}>
      {checks.length === 0 ? null : <Checks checks={checks} />}
      <Panel title={t("chartsTitle")}>
        <Stack>
          <div>
            <Segments
              aria-label={t("chartsSpan")}
              value={span}
              onChange={(value) => setSpan(HEALTH_SPAN_NAMES.find((known) => known === value) ?? "minutes")}
              data={HEALTH_SPAN_NAMES.map((value) => ({ value, label: t(`span_${value}`) }))}
            />
          </div>
          {samples.length === 0 ? (
            <p className="note">{t("healthEmpty")}</p>
          ) : (
            <HealthCharts samples={samples} span={span} since={stream.started_at} />
          )}
          {connected ? null : <p className="note">{t("healthPolled")}</p>}
        </Stack>
      </Panel>
    </Stack>
  );
}

/** What is well as one strip; what is not, unfolded with advice. */
function Checks({ checks }: { checks: readonly HealthCheck[] }) {
  const { t } = useTranslation("stream");
  return (
    <ul className={health["checks"]} aria-label={t("checks")}>
      {checks
        .toSorted((one, other) => Number(other.healthy === false) - Number(one.healthy === false))
        .map(({ name, healthy, advice }) => {
          const state = healthy === null ? "unknown" : healthy ? "healthy" : "unhealthy";
          return (
            <li key={name} data-problem={advice !== null}>
              <Box component="span" fw={500}>
                {t(`check_${name}`)}
              </Box>
              <StatusDot state={state}>{t(state)}</StatusDot>
              {advice === null ? null : <span className="muted">{t(advice.text, { value: advice.value })}</span>}
            </li>
          );
        })}
    </ul>
  );
}
