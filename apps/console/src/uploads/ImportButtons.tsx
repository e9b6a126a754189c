import { Button } from "@mantine/core";
import { IconFileSpreadsheet, IconLink } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { WithFeature } from "../shell/frame/WithFeature.tsx";
import { Later } from "../shell/menus/Later.tsx";

const ImportCsvDialog = lazyPart(async () => (await import("./ImportCsvDialog.tsx")).ImportCsvDialog);
const ImportUrlsDialog = lazyPart(async () => (await import("./ImportUrlsDialog.tsx")).ImportUrlsDialog);

/** The two ways in that need no file of one's own. */
export function ImportButtons({ projectId }: { projectId: number }) {
  const { t } = useTranslation("imports");
  const [shown, setShown] = useState<"urls" | "csv" | null>(null);
  const close = () => setShown(null);
  return (
    <WithFeature feature="imports">
      <Button variant="default" leftSection={<IconLink size={16} stroke={1.6} />} onClick={() => setShown("urls")}>
        {t("importUrls")}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={16} stroke={1.6} />}
        onClick={() => setShown("csv")}
      >
        {t("importCsv")}
      </Button>
      <Later when={shown === "urls"}>
        <ImportUrlsDialog projectId={projectId} opened={shown === "urls"} onClose={close} />
      </Later>
      <Later when={shown === "csv"}>
        <ImportCsvDialog projectId={projectId} opened={shown === "csv"} onClose={close} />
      </Later>
    </WithFeature>
  );
}
