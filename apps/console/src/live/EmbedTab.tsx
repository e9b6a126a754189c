import { Panel } from "@kinora/ui/Panel.tsx";
import { Button } from "@mantine/core";
import { IconCopy, IconExternalLink } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { copyText } from "../platform/clipboard.ts";
import type { StreamDetail } from "./queries.ts";
import styles from "./Stream.module.css";

/** The codes that show a livestream elsewhere, in the three kinds of the specification (§9), and its playlist. */
export function EmbedTab({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("stream");
  const rows = [
    { name: t("embedScript"), code: stream.embed.script, lines: 3 },
    { name: t("embedIframe"), code: stream.embed.iframe, lines: 3 },
    { name: t("embedLink"), code: stream.embed.link, lines: 1 },
    { name: t("playlistUrl"), code: stream.playlist_url, lines: 1 },
  ];
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
        {rows.map(({ name, code, lines }) => (
          <div key={name} className={styles["codeRow"]}>
            <textarea
              className={styles["code"]}
              readOnly
              rows={lines}
              aria-label={name}
              value={code}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Button
              variant="default"
              leftSection={<IconCopy size={16} stroke={1.6} />}
              aria-label={t("copyOf", { what: name })}
              onClick={() => void copyText(name, code)}
            >
              {name}
            </Button>
          </div>
        ))}
      </div>
    </Panel>
  );
}
