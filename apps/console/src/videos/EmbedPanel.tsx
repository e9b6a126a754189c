import { Panel } from "@kinora/ui/Panel.tsx";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { copyEmbedCode } from "../platform/preferences.ts";
import type { VideoDetail } from "../platform/videos.ts";
import styles from "./VideoPage.module.css";

const KINDS = [
  { value: "script", label: "embedScript", short: "JS" },
  { value: "iframe", label: "embedIframe", short: "Iframe" },
  { value: "link", label: "embedLink", short: "Link" },
] as const;

/** The code that shows the video elsewhere, in three kinds (spec §9). */
export function EmbedPanel({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("videos");
  const [value, setValue] = useState<string>("script");
  const kind = KINDS.find((candidate) => candidate.value === value) ?? KINDS[0];
  const code = video.embed[kind.value];
  return (
    <Panel title={t("embedTitle")}>
      <div className={styles["status"]}>
        <Segments
          fullWidth
          aria-label={t("embedTitle")}
          value={kind.value}
          onChange={setValue}
          data={KINDS.map(({ value: name, short }) => ({ value: name, label: short }))}
        />
        <textarea
          className={styles["code"]}
          readOnly
          rows={4}
          aria-label={t(kind.label)}
          value={code}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.6} />}
          onClick={() => void copyEmbedCode(t(kind.label), code)}
        >
          {t("copy")}
        </Button>
        {video.published ? null : <p className={styles["note"]}>{t("embedUnpublished")}</p>}
      </div>
    </Panel>
  );
}
