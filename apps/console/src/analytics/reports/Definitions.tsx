import { formatDay } from "@kinora/ui/moments.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import type { MetricName } from "./metrics.ts";
import styles from "./Reports.module.css";

interface DefinitionsProps {
  names: readonly MetricName[];
  since: string | null;
}

/** How each figure is counted, since when, and in which time zone. */
export function Definitions({ names, since }: DefinitionsProps) {
  const { t } = useTranslation("reports");
  const zone = useStore(
    session,
    ({ config }) => config?.projects.find(({ id }) => id === config.project_id)?.timezone ?? "UTC",
  );
  return (
    <>
      <details className={styles["definitions"]}>
        <summary>{t("counted")}</summary>
        <dl>
          {names.map((name) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd>{t(`${name}_how`)}</dd>
            </div>
          ))}
        </dl>
      </details>
      <p className="muted">
        {since === null ? null : `${t("since", { day: formatDay(new Date(since)) })} `}
        {t("zone", { zone })}
      </p>
    </>
  );
}
