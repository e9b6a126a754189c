import { loopSchedule } from "@kinora/domain/live/stream-loop.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { useMemo } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { useNow } from "../../platform/use-now.ts";
import { secondsOf, type LoopEntry } from "./loop-fields.ts";
import { PROGRAMME_MS } from "./loop-ruler.ts";
import { LoopRuler } from "./LoopRuler.tsx";

/** What a loop plays now and next, as a line: it continues by the clock whether or not it is on air. */
export function LoopNext({ items, since, shuffle }: { items: readonly LoopEntry[]; since: string; shuffle: boolean }) {
  const { t } = useTranslation("loop");
  const nowMs = useNow(true);
  const clock = useMemo(
    () => ({ seconds: secondsOf(items), sinceMs: Date.parse(since), shuffle }),
    [items, since, shuffle],
  );
  const [playing] = loopSchedule(clock, { nowMs, untilMs: nowMs + PROGRAMME_MS, most: 1 });
  if (!playing) return null;
  return (
    <Panel title={t("next")}>
      <p className="note">{t("nextText")}</p>
      <LoopRuler items={items} clock={clock} nowMs={nowMs} playing={playing} />
    </Panel>
  );
}
