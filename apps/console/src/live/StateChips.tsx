import { STREAM_STATES, type StreamState } from "@kinora/domain/streams.ts";
import { useTranslation } from "react-i18next";
import styles from "./Live.module.css";

/** The states a list can be narrowed to; each is pressed or not. */
export function StateChips({
  states,
  onChange,
}: {
  states: readonly StreamState[];
  onChange: (states: StreamState[]) => void;
}) {
  const { t } = useTranslation("live");
  return (
    <div role="group" aria-label={t("states")} className={styles["chips"]}>
      {STREAM_STATES.map((state) => {
        const on = states.includes(state);
        return (
          <button
            key={state}
            type="button"
            className={styles["chip"]}
            aria-pressed={on}
            onClick={() => onChange(STREAM_STATES.filter((each) => (each === state ? !on : states.includes(each))))}
          >
            {t(`state_${state}`)}
          </button>
        );
      })}
    </div>
  );
}
