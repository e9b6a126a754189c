import { IconCopyButton } from "@kinora/ui/IconCopyButton.tsx";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { api } from "../../platform/client.ts";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { Later } from "../../shell/menus/Later.tsx";
import { Monitors } from "../monitor/Monitors.tsx";
import type { StreamDetail } from "../queries.ts";
import { RecordingMark } from "../recordings/RecordingMark.tsx";
import { StreamBar } from "./StreamBar.tsx";
import { StreamControls } from "./StreamControls.tsx";
import { StreamStatus } from "./StreamStatus.tsx";
import { StreamTabs } from "./StreamTabs.tsx";
import { useLiveStream } from "./use-live-stream.ts";
import styles from "./Stream.module.css";

const Studio = lazyPart(async () => (await import("../studio/Studio.tsx")).Studio, {
  studio: async () => (await import("../studio/studio-texts.ts")).studioTexts,
});

/** The icon of a browser's tab while something is on air: the red of the tally light (theme.ts). */
const TALLY = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#e5484d"/></svg>',
)}`;

/** Turns the icon of the browser's tab red while `on`. */
function useTallyIcon(on: boolean): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!on || !link) return;
    const { href } = link;
    link.href = TALLY;
    return () => {
      link.href = href;
    };
  }, [on]);
}

/** The page of a livestream that is there: how it stands, its monitors, and its parts. */
export function StreamRoom({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation(["live", "stream"]);
  const navigate = useNavigate();
  const search = useSearch({ from: "/app/live/$streamId" });
  const figures = useLiveStream(stream);
  const { tab = "setup" } = search;
  const [studio, setStudio] = useState(false);
  const hasHero = tab === "setup" || tab === "health";
  useTallyIcon(stream.on_air !== "nothing");
  return (
    <>
      <PageHeader
        title={stream.name}
        count={
          <span className={styles["facts"]}>
            <span className={styles["id"]}>
              <span className="mono">{stream.hash}</span>
              <IconCopyButton
                label={t("copyHash", { name: stream.name })}
                onCopy={() => copyText(t("hash"), stream.hash)}
              />
            </span>
            <span role="status">
              <StreamStatus stream={stream} />
            </span>
            {stream.recording_since === null ? null : <RecordingMark since={stream.recording_since} />}
          </span>
        }
        actions={
          <StreamControls
            stream={stream}
            onStudio={studio ? null : () => setStudio(true)}
            onDeleted={() => void navigate({ to: "/live" })}
          />
        }
      />
      <Later when={studio}>
        {studio && stream.whip_url !== null ? (
          <Studio
            key={stream.id}
            url={stream.whip_url}
            readKey={async () => (await api.streams.revealStreamKey({ id: stream.id })).key}
            onClose={() => setStudio(false)}
          />
        ) : null}
      </Later>
      {hasHero ? <Monitors stream={stream} figures={figures} /> : <StreamBar stream={stream} figures={figures} />}
      <StreamTabs stream={stream} search={search} figures={figures} />
    </>
  );
}
