import type { OnboardingStep } from "@kinora/domain/projects/overview.ts";
import { Group, VisuallyHidden } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "../platform/i18n.ts";
import styles from "./Steps.module.css";

/** Steps: those that are done in one line, the others below each other with what to do. */
export function StepList({
  steps,
  done,
}: {
  steps: readonly { step: OnboardingStep; action: ReactNode }[];
  done: ReadonlySet<OnboardingStep>;
}) {
  const { t } = useTranslation("dashboard");
  const now = steps.find(({ step }) => !done.has(step))?.step ?? null;
  return (
    <Group gap={0} align="stretch" renderRoot={(props) => <ol {...props} />}>
      {steps.map(({ step, action }, index) => {
        const isDone = done.has(step);
        return (
          <li
            key={step}
            className={styles["step"]}
            data-now={step === now}
            data-done={isDone}
            aria-current={step === now ? "step" : undefined}
          >
            <span className={styles["sign"]} aria-hidden="true">
              {isDone ? <IconCheck size={14} stroke={2} /> : index + 1}
            </span>
            <h3>
              {t(`step_${step}`)}
              {isDone ? <VisuallyHidden> {t("stepDone")}</VisuallyHidden> : null}
            </h3>
            {isDone ? null : <p>{t(`stepText_${step}`)}</p>}
            {isDone || action === null ? null : <div className={styles["stepAction"]}>{action}</div>}
          </li>
        );
      })}
    </Group>
  );
}
