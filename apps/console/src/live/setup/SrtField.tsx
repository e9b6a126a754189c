import { IconCopyButton } from "@kinora/ui/IconCopyButton.tsx";
import { TextInput } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import type { StreamDetail } from "../queries.ts";
import { MASK } from "./StreamKeyField.tsx";
import { useStreamKey } from "./use-stream-key.ts";

/** The whole addresses of SRT, which have the key in them: shown without, copied with it by those who may see it. */
export function SrtField({ stream, url }: { stream: StreamDetail; url: string }) {
  const { t } = useTranslation("stream");
  const { permissions } = useViewer();
  const { copyWithKey } = useStreamKey(stream.id);
  const address = (label: string, hint: string, copy: string, withKey: (key: string) => string) => (
    <TextInput
      label={label}
      description={hint}
      readOnly
      classNames={{ input: "mono" }}
      value={withKey(MASK)}
      rightSection={
        permissions.streams_key_view ? (
          <IconCopyButton label={copy} onCopy={() => copyWithKey(label, withKey)} />
        ) : undefined
      }
    />
  );
  return (
    <>
      {address(t("srtUrl"), t("srtHint"), t("copySrtUrl"), (key) => `${url}?streamid=${key}`)}
      {address(
        t("srtSecureUrl"),
        t("srtSecureHint"),
        t("copySrtSecureUrl"),
        (key) => `${url}?streamid=${stream.hash}&passphrase=${key}`,
      )}
    </>
  );
}
