import { useEffect } from "react";
import { loadChunk } from "../platform/chunks.ts";
import { goToLogin, goToRegister } from "../platform/departures.ts";
import { storedAuthenticated } from "../platform/stored-state.ts";
import { HomeVisual } from "./HomeVisual.tsx";
import { PlainButton } from "./PlainButton.tsx";
import { sessionTexts } from "./texts.ts";
import styles from "./public.module.css";

/**
 * The first thing a visitor sees; who is signed in after all continues to the dashboard (spec §2), by the way that
 * `onSignedIn` knows.
 */
export function HomePage({ onSignedIn }: { onSignedIn: () => void }) {
  useEffect(() => {
    // Nobody has signed in here yet: there is nothing to ask for.
    if (storedAuthenticated() === null) return;
    void loadChunk(() => import("../platform/session.ts"))
      .then(({ ensureSession }) => ensureSession("/dashboard"))
      .then(({ at }) => {
        if (at === "ready") onSignedIn();
      });
  }, [onSignedIn]);
  return (
    <div className={styles["home"]}>
      <div className={styles["hero"]}>
        <h1 className={styles["tagline"]}>{sessionTexts.tagline}</h1>
        <p className={styles["lead"]}>{sessionTexts.lead}</p>
        <div className={styles["actions"]}>
          <PlainButton size="md" onClick={() => void goToRegister()}>
            {sessionTexts.register}
          </PlainButton>
          <PlainButton size="md" variant="default" onClick={() => void goToLogin("/dashboard")}>
            {sessionTexts.login}
          </PlainButton>
        </div>
      </div>
      <HomeVisual />
    </div>
  );
}
