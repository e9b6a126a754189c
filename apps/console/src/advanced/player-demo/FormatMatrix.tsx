import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Box, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { demoFormatsQuery, type DemoFormatItem, type DemoItem } from "./demo-queries.ts";
import { DemoFigures } from "./DemoFigures.tsx";
import { useDemoFrame, type DemoOrders } from "./use-demo-frame.ts";
import styles from "./PlayerDemo.module.css";

/** A player for each way that media comes to one, beside each other. Five players load nothing before somebody wants them. */
export function FormatMatrix({ edgeUrl }: { edgeUrl: string }) {
  const { t } = useTranslation("playerDemo");
  const [isOpen, setOpen] = useState(false);
  const [plays, setPlays] = useState(0);
  const action = isOpen ? (
    <Button variant="default" onClick={() => setPlays((count) => count + 1)}>
      {t("playAll")}
    </Button>
  ) : (
    <Button variant="default" onClick={() => setOpen(true)}>
      {t("loadFormats")}
    </Button>
  );
  return (
    <Panel title={t("formats")} action={action}>
      <p className={styles["note"]}>{t("formatsText")}</p>
      {isOpen ? <Formats edgeUrl={edgeUrl} plays={plays} /> : null}
    </Panel>
  );
}

function Formats({ edgeUrl, plays }: { edgeUrl: string; plays: number }) {
  const { t } = useTranslation("playerDemo");
  const formats = useQuery(demoFormatsQuery());
  if (formats.isError) return <QueryProblem query={formats} />;
  if (!formats.data) return <SkeletonRows label={t("loading")} thumb={false} />;
  return (
    <ul className={styles["matrix"]}>
      {formats.data.map(({ format, item }) => (
        <li key={format}>
          <Box component="h3" fz="sm" fw={600} lh="20px" m={0}>
            {t(`format_${format}`)}
          </Box>
          {item ? (
            <FormatPlayer format={format} item={item} edgeUrl={edgeUrl} plays={plays} />
          ) : (
            <p className={styles["missing"]}>{t(`missing_${format}`)}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

interface FormatPlayerProps {
  format: DemoFormatItem["format"];
  item: DemoItem;
  edgeUrl: string;
  plays: number;
}

function FormatPlayer({ format, item, edgeUrl, plays }: FormatPlayerProps) {
  const { t } = useTranslation("playerDemo");
  const source = format === "mp4" ? item.mp4_url : format === "audio" ? item.audio_url : null;
  const orders = useMemo(
    (): DemoOrders => ({ settings: null, ads: null, source: source === null ? null : { source, live: false } }),
    [source],
  );
  const { frame, figures } = useDemoFrame(orders, edgeUrl, plays);
  return (
    <>
      <p className={styles["note"]}>{t("itemOf", { title: item.title, account: item.account.name })}</p>
      <iframe
        ref={frame}
        className={`screen ${styles["frame"]}`}
        src={item.preview_url}
        title={t("frameOf", { title: t(`format_${format}`) })}
        allow="autoplay; fullscreen; picture-in-picture"
      />
      <DemoFigures figures={figures} />
    </>
  );
}
