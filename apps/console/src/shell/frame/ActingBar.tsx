import { formatMoment, formatTimeOfDay } from "@kinora/ui/moments.ts";
import { Button } from "@mantine/core";
import { IconUserShield } from "@tabler/icons-react";
import { useEffect } from "react";
import { api } from "../../platform/client.ts";
import { leave } from "../../platform/departures.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { storePlace } from "../../platform/stored-state.ts";
import { useAction } from "../../platform/use-action.ts";
import styles from "./StatusBar.module.css";

/** Back to the list of people, as the superuser; their own place is found again, and nothing of the person's is kept. */
function becomeOneself(): Promise<never> {
  storePlace(null, null);
  return leave("/advanced/users");
}

/** Says whom a superuser acts as, why and until when, and ends it; the time ends it, too. */
export function ActingBar() {
  const { t } = useTranslation("sessionBars");
  const acting = useStore(session, ({ config }) => config?.acting ?? null);
  const end = useAction(() => api.session.endActing(), {
    changes: [],
    silent: true,
    onDone: () => becomeOneself(),
  });
  const until = acting?.until ?? null;
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(() => void becomeOneself(), Math.max(0, Date.parse(until) - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  if (!acting) return null;
  return (
    <section aria-label={t("acting")} className={styles["bar"]} data-acting>
      <span className={styles["parts"]}>
        <IconUserShield size={16} stroke={1.6} aria-hidden />
        <strong>{t(acting.writes ? "actingWriting" : "actingReading", { name: acting.name })}</strong>
        <span title={acting.email}>{t("actingReason", { reason: acting.reason })}</span>
        <time dateTime={acting.until} title={formatMoment(acting.until)}>
          {t("actingUntil", { time: formatTimeOfDay(acting.until) })}
        </time>
      </span>
      <Button size="compact-sm" variant="default" loading={end.isPending} onClick={() => end.mutate(undefined)}>
        {t("actingEnd")}
      </Button>
    </section>
  );
}
