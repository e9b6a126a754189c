import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, Stack } from "@mantine/core";
import { IconQrcode } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import type { StreamDetail } from "../queries.ts";
import type { ShownKey } from "./StreamKeyField.tsx";
import { useStreamKey } from "./use-stream-key.ts";

const PhoneCode = lazyPart(async () => (await import("./PhoneCode.tsx")).PhoneCode);

/** The whole address as a code, for a phone that publishes; it has the key in it and goes when the key is hidden. */
export function PhonePanel({ stream, shownKey }: { stream: StreamDetail; shownKey: ShownKey }) {
  const { t } = useTranslation("stream");
  const [open, setOpen] = useState(false);
  const { key, setKey } = shownKey;
  const { working, reveal } = useStreamKey(stream.id);
  const isShown = open && key !== null;
  const turn = async () => {
    if (!isShown && key === null && !(await reveal(setKey))) return;
    setOpen(!isShown);
  };
  return (
    <Panel title={t("phone")}>
      <Stack gap={12}>
        <p className="note">{t("phoneText")}</p>
        {isShown ? (
          <Suspense fallback={<p className="note">{t("phoneLoading")}</p>}>
            <PhoneCode text={`${stream.rtmps_url ?? stream.rtmp_url}/${key}`} />
          </Suspense>
        ) : null}
        <Button
          variant="default"
          disabled={working}
          leftSection={<IconQrcode size={16} stroke={1.6} />}
          onClick={() => void turn()}
        >
          {isShown ? t("phoneHide") : t("phoneShow")}
        </Button>
      </Stack>
    </Panel>
  );
}
