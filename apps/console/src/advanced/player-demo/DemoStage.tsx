import { embedCodes } from "@kinora/domain/playback/embed.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { useEmbedOptions } from "../../players/player-options.ts";
import { AppliedRestriction } from "../../restrictions/applied/AppliedRestriction.tsx";
import { CopyCodes } from "../../shell/fields/CopyCodes.tsx";
import type { LoadedDemo } from "./demo-load.ts";
import { demoRestrictionQuery, type DemoItem } from "./demo-queries.ts";
import { DemoFigures } from "./DemoFigures.tsx";
import { useDemoFrame, type DemoEvent } from "./use-demo-frame.ts";
import styles from "./PlayerDemo.module.css";

/** The embed page that was asked for, how it plays, what happens in it, and how to embed it. */
export function DemoStage({ demo, edgeUrl }: { demo: LoadedDemo; edgeUrl: string }) {
  const { t } = useTranslation("playerDemo");
  const { frame, events, figures } = useDemoFrame(demo.orders, edgeUrl);
  // The button below a long form would leave the picture out of sight.
  useEffect(() => {
    frame.current?.scrollIntoView({ block: "nearest" });
  }, [frame]);
  return (
    <>
      <iframe
        ref={frame}
        className={`screen ${styles["frame"]}`}
        src={demo.page}
        title={t("frameOf", { title: demo.title })}
        allow="autoplay; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
      <DemoFigures figures={figures} />
      <Events events={events} />
      {demo.item ? <Codes item={demo.item} player={demo.player} edgeUrl={edgeUrl} /> : null}
      {demo.item ? <Restrictions item={demo.item} /> : null}
    </>
  );
}

function Events({ events }: { events: readonly DemoEvent[] }) {
  const { t } = useTranslation("playerDemo");
  return (
    <Panel title={t("events")}>
      {events.length === 0 ? (
        <p className={styles["note"]}>{t("noEvents")}</p>
      ) : (
        // What is scrolled needs the focus, for those without a mouse.
        <div className={styles["scroll"]} role="region" aria-label={t("events")} tabIndex={0}>
          <ol className={styles["events"]} aria-label={t("eventAt")}>
            {events.map(({ id, name, afterSeconds, mediaSeconds }) => (
              <li key={id}>
                <span className="mono">{afterSeconds.toFixed(2)}</span>
                <span>{name}</span>
                <span className="mono">{mediaSeconds.toFixed(2)}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Panel>
  );
}

function Codes({ item, player, edgeUrl }: { item: DemoItem; player: string | null; edgeUrl: string }) {
  const { t } = useTranslation("playerDemo");
  const codes = embedCodes(edgeUrl, item.hash, item.title, useEmbedOptions(item.project.id, player, null));
  return (
    <Panel title={t("codes")}>
      <div className={styles["codes"]}>
        <p className={styles["note"]}>{t("codesText")}</p>
        <CopyCodes
          codes={[
            [t("codeScript"), codes.script, 3],
            [t("codeIframe"), codes.iframe, 4],
            [t("codeLink"), codes.link, 1],
          ]}
        />
      </div>
    </Panel>
  );
}

/** Who may play the item, and what a request that a person describes would get. */
function Restrictions({ item }: { item: DemoItem }) {
  const { t } = useTranslation("playerDemo");
  return (
    <AppliedRestriction
      title={t("restrictions")}
      found={useQuery(demoRestrictionQuery(item))}
      says={(name) => (name === null ? t("unrestricted") : t("restrictedBy", { name }))}
      item={item}
    />
  );
}
