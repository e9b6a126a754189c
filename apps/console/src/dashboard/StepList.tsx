import type { OnboardingStep } from "@kinora/domain/overview.ts";
import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./Steps.module.css";

/** Steps with what is done of them; the first that is not has its action in sight. */
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
    <ol className={styles["steps"]}>
      {steps.map(({ step, action }) => (
        <li
          key={step}
          className={styles["step"]}
          data-now={step === now}
          data-done={done.has(step)}
          aria-current={step === now ? "step" : undefined}
        >
          <h2>
            {t(`step_${step}`)}
            {done.has(step) ? <VisuallyHidden> {t("stepDone")}</VisuallyHidden> : null}
          </h2>
          <p>{t(`stepText_${step}`)}</p>
          {done.has(step) || action === null ? null : <div className={styles["stepAction"]}>{action}</div>}
        </li>
      ))}
    </ol>
  );
}
