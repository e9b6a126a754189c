import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { WithFeature } from "../../shell/frame/WithFeature.tsx";

const CreateStreamDialog = lazyPart(async () => (await import("./CreateStreamDialog.tsx")).CreateStreamDialog);

/** Opens the dialog that creates a livestream. */
export function CreateStreamButton({ projectId }: { projectId: number }) {
  const { t } = useTranslation("live");
  const [opened, setOpened] = useState(false);
  return (
    <WithFeature feature="livestreams">
      <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setOpened(true)}>
        {t("create")}
      </Button>
      {opened ? (
        <Suspense fallback={null}>
          <CreateStreamDialog projectId={projectId} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </WithFeature>
  );
}
