import { Panel } from "@kinora/ui/Panel.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../../platform/i18n.ts";
import { reasonOf } from "../../../platform/problem.ts";
import { doctorQuery } from "./system-queries.ts";
import styles from "./System.module.css";

const MARKS = { ok: "healthy", warning: "warning", failed: "failed" } as const;

/** What the doctor finds on the API's machine, each finding with the way to mend it. */
export function DoctorReport() {
  const { t } = useTranslation("system");
  const query = useQuery(doctorQuery());
  return (
    <Panel
      title={t("doctor")}
      action={
        <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          {t("checkNow")}
        </Button>
      }
    >
      {query.isError ? <p role="alert">{reasonOf(query.error)}</p> : null}
      {query.data ? (
        <ul className={styles["findings"]} aria-label={t("doctor")}>
          {query.data.map(({ state, subject, message, fix }) => (
            <li key={`${subject} ${message}`}>
              <StatusDot state={MARKS[state]}>{t(`finding_${state}`, { subject: titled(subject) })}</StatusDot>
              <span>{message}</span>
              {fix === null ? null : <span className="muted">{fix}</span>}
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{t("doctorText")}</p>
      )}
    </Panel>
  );
}

/** A subject as a heading; the name of the program is written as its makers do. */
const titled = (subject: string): string =>
  subject === "ffmpeg" ? subject : subject.charAt(0).toUpperCase() + subject.slice(1);
