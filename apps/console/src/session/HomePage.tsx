import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { goToLogin, goToRegister } from "../platform/departures.ts";
import { ensureSession } from "../platform/session.ts";
import { storedAuthenticated } from "../platform/storedState.ts";
import { HomeVisual } from "./HomeVisual.tsx";
import styles from "./public.module.css";

/** The first thing a visitor sees; someone signed in goes on to the dashboard (spec §2). */
export function HomePage() {
  const { t } = useTranslation("session");
  const navigate = useNavigate();
  useEffect(() => {
    // Nobody has signed in here yet: there is nothing to ask for.
    if (storedAuthenticated() === null) return;
    void ensureSession("/dashboard").then(({ at }) => {
      if (at === "ready") void navigate({ to: "/dashboard", replace: true });
    });
  }, [navigate]);
  return (
    <div className={styles["home"]}>
      <div className={styles["hero"]}>
        <h1 className={styles["tagline"]}>{t("tagline")}</h1>
        <p className={styles["lead"]}>{t("lead")}</p>
        <div className={styles["actions"]}>
          <Button size="md" onClick={() => void goToRegister()}>
            {t("register")}
          </Button>
          <Button size="md" variant="default" onClick={() => void goToLogin("/dashboard")}>
            {t("login")}
          </Button>
        </div>
      </div>
      <HomeVisual />
    </div>
  );
}
