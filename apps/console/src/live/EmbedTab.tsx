import { Panel } from "@kinora/ui/Panel.tsx";
import { IconExternalLink } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CopyCodes } from "../layout/CopyCodes.tsx";
import type { StreamDetail } from "./queries.ts";
import styles from "./Stream.module.css";

/** The codes that show a livestream elsewhere, in the three kinds of the specification (§9), and its playlist. */
export function EmbedTab({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("stream");
  const codes = [
    [t("embedScript"), stream.embed.script, 3],
    [t("embedIframe"), stream.embed.iframe, 3],
    [t("embedLink"), stream.embed.link, 1],
    [t("playlistUrl"), stream.playlist_url, 1],
  ] as const;
  return (
    <Panel
      title={t("embed")}
      action={
        <a className={styles["open"]} href={stream.embed.link} target="_blank" rel="noreferrer">
          <IconExternalLink size={14} stroke={1.6} aria-hidden="true" />
          {t("openShare")}
        </a>
      }
    >
      <div className={styles["form"]}>
        <p className={styles["note"]}>{t("embedText")}</p>
        <CopyCodes codes={codes} />
      </div>
    </Panel>
  );
}
