import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../../../platform/i18n.ts";
import { choreState } from "./chore-state.ts";
import type { Chore } from "./system-queries.ts";
import styles from "./System.module.css";

const MARKS = {
  running: "running",
  requested: "waiting",
  failed: "failed",
  interrupted: "warning",
  succeeded: "healthy",
  none: "none",
} as const;

type Row = Chore & { id: string };
type Words = ReturnType<typeof useTranslation<"system">>["t"];

/** @param hasWorkers whether there is a worker that runs them. */
export function useChoreColumns(hasWorkers: boolean): Column<Row>[] {
  const { t } = useTranslation("system");
  return [
    {
      id: "job",
      header: t("job"),
      min: 180,
      grow: 3,
      mobile: "title",
      cell: ({ name, does }) => (
        <span className={styles["two"]}>
          <span>{does}</span>
          <span className="muted">{name}</span>
        </span>
      ),
    },
    {
      id: "state",
      header: t("state"),
      min: 110,
      mobile: "meta",
      cell: (chore) => {
        const state = choreState(chore);
        return <StatusDot state={MARKS[state]}>{t(`state_${state}`)}</StatusDot>;
      },
    },
    {
      id: "last",
      header: t("lastRun"),
      min: 120,
      mobile: "meta",
      cell: ({ started_at: at }) => <Moment at={at} never={t("never")} />,
    },
    ...timings(t, hasWorkers),
  ];
}

/** How long a run took, how often there is one, and when the next one is. */
const timings = (t: Words, hasWorkers: boolean): Column<Row>[] => [
  {
    id: "took",
    header: t("took"),
    min: 70,
    align: "end",
    priority: 1,
    mobile: "hidden",
    cell: ({ duration_ms: milliseconds }) =>
      milliseconds === null
        ? null
        : milliseconds < 10_000
          ? t("tookTime", { milliseconds })
          : t("tookLong", { seconds: Math.round(milliseconds / 1_000) }),
  },
  {
    id: "every",
    header: t("every"),
    min: 70,
    align: "end",
    priority: 2,
    mobile: "hidden",
    cell: ({ every_seconds: seconds }) => everyWords(t, seconds),
  },
  {
    id: "next",
    header: t("nextRun"),
    min: 150,
    priority: 3,
    mobile: "hidden",
    cell: ({ next_at: at, running, requested }) =>
      running || requested ? t("nextNow") : hasWorkers ? <Moment at={at} /> : t("overdue"),
  },
];

function everyWords(t: Words, seconds: number): string {
  if (seconds % 3_600 === 0) return t("everyHours", { count: seconds / 3_600 });
  return seconds % 60 === 0 ? t("everyMinutes", { count: seconds / 60 }) : t("everySeconds", { count: seconds });
}
