import { DownloadButton } from "@kinora/ui/DownloadButton.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { Button } from "@mantine/core";
import { useState } from "react";
import { apiHost } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { Later } from "../shell/menus/Later.tsx";

const ImportDialog = lazyPart(async () => (await import("./ImportDialog.tsx")).ImportDialog, {
  asCode: async () => (await import("./texts.ts")).asCodeTexts,
});

/** A project's settings as one file: taken out, and brought in after a look at the difference. */
export function AsCodePanel({ projectId }: { projectId: number }) {
  const { t } = useTranslation("projects");
  const [opened, setOpened] = useState(false);
  return (
    <SettingGroup title={t("asCode")} text={t("asCodeText")}>
      <SettingRow label={t("exportSettings")} hint={t("exportSettingsHint")}>
        <DownloadButton href={`${apiHost()}/projects/${String(projectId)}/export`}>
          {t("exportSettings")}
        </DownloadButton>
      </SettingRow>
      <SettingRow label={t("importSettings")} hint={t("importSettingsHint")}>
        <Button variant="default" onPointerEnter={ImportDialog.prepare} onClick={() => setOpened(true)}>
          {t("importSettingsButton")}
        </Button>
      </SettingRow>
      <Later when={opened}>
        {opened ? <ImportDialog projectId={projectId} onClose={() => setOpened(false)} /> : null}
      </Later>
    </SettingGroup>
  );
}
