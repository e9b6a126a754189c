import { loopSchedule } from "@kinora/domain/streamLoop.ts";
import { formatSecond } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { secondsOf, type LoopEntry } from "./loopFields.ts";
import { PROGRAMME_MS } from "./loopRuler.ts";
import { LoopRuler } from "./LoopRuler.tsx";
import { useNow } from "./useNow.ts";
import styles from "./Loop.module.css";

const MOST = 12;

/** What a loop plays now and next, as a line and as a list: it goes on by the clock whether or not it is on air. */
export function LoopNext({ items, since, shuffle }: { items: readonly LoopEntry[]; since: string; shuffle: boolean }) {
  const { t } = useTranslation("loop");
  const nowMs = useNow(true);
  const clock = useMemo(
    () => ({ seconds: secondsOf(items), sinceMs: Date.parse(since), shuffle }),
    [items, since, shuffle],
  );
  const slots = loopSchedule(clock, { nowMs, untilMs: nowMs + PROGRAMME_MS, most: MOST + 1 });
  const [playing] = slots;
  if (!playing) return null;
  return (
    <Panel title={t("next")}>
      <p className={styles["note"]}>{t("nextText")}</p>
      <LoopRuler items={items} clock={clock} nowMs={nowMs} playing={playing} />
      <ol className={styles["next"]}>
        {slots.slice(0, MOST).map(({ item, startsAtMs }, at) => (
          <li key={startsAtMs}>
            <time dateTime={new Date(startsAtMs).toISOString()}>
              {at === 0 ? t("nextNow") : formatSecond(new Date(startsAtMs), new Date(nowMs))}
            </time>
            <span className="truncate">{items[item]?.title || t("untitled")}</span>
          </li>
        ))}
        {slots.length > MOST ? <li className={styles["more"]}>{t("nextMore")}</li> : null}
      </ol>
    </Panel>
  );
}
