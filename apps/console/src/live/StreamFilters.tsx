import { useTranslation } from "react-i18next";
import { DayRange } from "../layout/DayRange.tsx";
import type { LiveView } from "./liveView.ts";
import styles from "./Live.module.css";

const WHETHER = [
  ["recording", "filterRecording"],
  ["restream", "filterRestream"],
] as const;

/** What a list of livestreams is narrowed by beside text and state: what is done with them, and the days of their making. */
export function StreamFilters({ view, onShow }: { view: LiveView; onShow: (change: Partial<LiveView>) => void }) {
  const { t } = useTranslation("live");
  return (
    <>
      <div role="group" aria-label={t("filters")} className={styles["chips"]}>
        {WHETHER.map(([name, label]) => (
          <button
            key={name}
            type="button"
            className={styles["chip"]}
            aria-pressed={view[name]}
            onClick={() => onShow({ [name]: !view[name] })}
          >
            {t(label)}
          </button>
        ))}
      </div>
      <DayRange
        title={t("columnCreated")}
        from={view.from}
        to={view.to}
        labels={{ from: t("createdFrom"), to: t("createdTo") }}
        onChange={onShow}
      />
    </>
  );
}
