import { Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { goToLogout } from "../platform/logout.ts";
import { storeAuthenticated } from "../platform/storedState.ts";
import styles from "./public.module.css";

/** Someone could not get in because a server failed: they may try again, or sign out (spec §2). */
export function AuthServerErrorPage({ to }: { to: string }) {
  const { t } = useTranslation("session");
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    // The reset that led here was the server's doing: a session that still stands counts as a new arrival.
    storeAuthenticated(null);
    await router.navigate({ href: to });
    setBusy(false);
  };
  return (
    <div className={styles["hero"]} role="alert">
      <h1 className={styles["title"]}>{t("errorTitle")}</h1>
      <p className={styles["note"]}>{t("errorText")}</p>
      <p className={styles["note"]}>{t("errorTarget", { to })}</p>
      <div className={styles["actions"]}>
        <Button loading={busy} onClick={() => void retry()}>
          {t("retry")}
        </Button>
        <Button variant="default" onClick={() => void goToLogout("/")}>
          {t("logout")}
        </Button>
      </div>
    </div>
  );
}
