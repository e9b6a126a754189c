import { formatBytes } from "@kinora/ui/bytes.ts";
import { Modal } from "@kinora/ui/floats.ts";
import { kitTexts } from "@kinora/ui/kit/kit-texts.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { ListedProject } from "../../projects/list/project-queries.ts";
import type { CounterDifference } from "../queries.ts";
import styles from "./Counters.module.css";

interface CountersDialogProps {
  project: ListedProject;
  differences: readonly CounterDifference[];
  onClose: () => void;
}

/** What counters had before they were rebuilt, and what was counted. */
export function CountersDialog({ project, differences, onClose }: CountersDialogProps) {
  const { t } = useTranslation("advanced");
  const nameOf = ({ counter, name }: CounterDifference) =>
    counter === "videos"
      ? t(name === "completed" ? "counter_completed" : "counter_inprogress")
      : t(`counter_${counter}`, { name });
  const write = ({ counter }: CounterDifference) => (counter.endsWith("_storage") ? formatBytes : formatNumber);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("correctedTitle", { name: project.name })}
      closeButtonProps={{ "aria-label": kitTexts.close }}
      size={560}
    >
      <table className={styles["counters"]} aria-label={t("corrected")}>
        <thead>
          <tr>
            <th scope="col">{t("counter")}</th>
            <th scope="col" className={styles["number"]}>
              {t("counterWas")}
            </th>
            <th scope="col" className={styles["number"]}>
              {t("counted")}
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <tr key={nameOf(difference)}>
              <td>{nameOf(difference)}</td>
              <td className={styles["number"]}>{write(difference)(difference.was)}</td>
              <td className={styles["number"]}>{write(difference)(difference.counted)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}
