import { IconCopyButton } from "@kinora/ui/IconCopyButton.tsx";
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import type { StreamDetail } from "./queries.ts";
import { MASK } from "./StreamKeyField.tsx";
import { useStreamKey } from "./useStreamKey.ts";

/** The whole address of SRT, which has the key in it: shown without, copied with it by those who may see it. */
export function SrtField({ stream, url }: { stream: StreamDetail; url: string }) {
  const { t } = useTranslation("stream");
  const { permissions } = useViewer();
  const { copyWithKey } = useStreamKey(stream.id);
  const copy = () => copyWithKey(t("srtUrl"), (key) => `${url}?streamid=${key}`);
  return (
    <TextInput
      label={t("srtUrl")}
      description={t("srtHint")}
      readOnly
      classNames={{ input: "mono" }}
      value={`${url}?streamid=${MASK}`}
      rightSection={permissions.streams_key_view ? <IconCopyButton label={t("copySrtUrl")} onCopy={copy} /> : undefined}
    />
  );
}
