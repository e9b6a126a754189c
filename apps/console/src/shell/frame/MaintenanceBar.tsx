import { formatMoment } from "@kinora/ui/moments.ts";
import { Group } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { session, type Config } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useNow } from "../../platform/use-now.ts";
import styles from "./StatusBar.module.css";

/** The height of the bar; Toasts.module.css reads it. */
const BAR_HEIGHT = "--maintenance-height";

/** Says that maintenance is planned, or that it is on and when it ends. */
export function MaintenanceBar() {
  const { t } = useTranslation("sessionBars");
  const maintenance = useStore(session, ({ config }) => config?.maintenance ?? null);
  const superuser = useStore(session, ({ user }) => user?.superuser ?? false);
  const words = useWords(maintenance);
  const bar = useRoomAboveToasts(maintenance !== null);
  if (maintenance === null) return null;
  return (
    <div ref={bar} className={styles["bar"]}>
      <Group gap="xs" wrap="nowrap" display="inline-flex" renderRoot={(props) => <span {...props} />}>
        <IconTool size={16} stroke={1.6} aria-label={t("maintenance")} role="img" />
        <span>
          {words} {maintenance.message}
          {maintenance.mode === "on" && superuser ? ` ${t("maintenanceSuperuser")}` : null}
        </span>
      </Group>
    </div>
  );
}

function useWords(maintenance: Config["maintenance"]): string {
  const { t } = useTranslation("sessionBars");
  const now = useNow(maintenance?.mode === "on" && maintenance.ends_at !== null);
  if (maintenance === null) return "";
  const { mode, starts_at: start, ends_at: end } = maintenance;
  const times = { start: start === null ? "" : formatMoment(start), end: end === null ? "" : formatMoment(end) };
  if (mode === "announced") return end === null ? t("maintenancePlanned", times) : t("maintenancePlannedUntil", times);
  if (end === null) return t("maintenanceOn");
  return Date.parse(end) > now ? t("maintenanceUntil", times) : t("maintenanceLonger");
}

/** Keeps short news below the bar: on a phone they would cover it. */
function useRoomAboveToasts(isShown: boolean) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!isShown || !element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(BAR_HEIGHT, `${String(element.offsetHeight)}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(BAR_HEIGHT);
    };
  }, [isShown]);
  return bar;
}
