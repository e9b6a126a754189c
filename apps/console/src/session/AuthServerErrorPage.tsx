import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button } from "@mantine/core";
import { IconServerOff } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { goToLogout } from "../platform/logout.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { storeAuthenticated } from "../platform/stored-state.ts";
import { pageLabel } from "../shell/frame/sidebar-links.ts";
import { useReachable } from "./use-reachable.ts";
import { useRetryCountdown } from "./use-retry-countdown.ts";
import styles from "./public.module.css";

/** Someone could not get in because a server failed: it tries again automatically, or they sign out (spec §2). */
export function AuthServerErrorPage({ to }: { to: string }) {
  const { t } = useTranslation(["session", "layout"]);
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const { host, loginHost } = useStore(session, (value) => value);
  const retry = useCallback(async () => {
    setBusy(true);
    // The reset that led here was the server's doing: a session that still stands counts as a new arrival.
    storeAuthenticated(null);
    await router.navigate({ href: to });
    setBusy(false);
  }, [router, to]);
  const seconds = useRetryCountdown(retry, busy);
  const label = pageLabel(to);
  return (
    <div role="alert">
      <EmptyState
        isPage
        icon={<IconServerOff size={20} stroke={1.6} />}
        title={t("errorTitle")}
        action={
          <div className={styles["actions"]}>
            <Button loading={busy} onClick={() => void retry()}>
              {t("retry")}
            </Button>
            <Button variant="default" onClick={() => void goToLogout("/")}>
              {t("logout")}
            </Button>
          </div>
        }
      >
        <p>{t("errorText")}</p>
        <p>{t("errorTarget", { to: label === null ? to : t(`layout:${label}`) })}</p>
        <p className={styles["servers"]}>
          <Server name={t("loginServer")} url={loginHost} />
          <Server name={t("apiServer")} url={host} />
        </p>
        {/* Counted in sight only: a reader hears the page once. */}
        <p aria-hidden="true">{t("retryIn", { seconds })}</p>
      </EmptyState>
    </div>
  );
}

function Server({ name, url }: { name: string; url: string | null }) {
  const { t } = useTranslation("session");
  const reachable = useReachable(url);
  if (reachable === null) return <StatusDot state="unknown">{t("serverUnknown", { name })}</StatusDot>;
  return (
    <StatusDot state={reachable ? "healthy" : "unhealthy"}>
      {t(reachable ? "serverReachable" : "serverUnreachable", { name })}
    </StatusDot>
  );
}
