import { QrCode as Code } from "@kinora/ui/kit/QrCode.tsx";
import { Button, Group } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { generate } from "lean-qr";
import { toSvgSource } from "lean-qr/extras/svg";
import { useTranslation } from "../../platform/i18n.ts";
import { saveText } from "../files/files.ts";
import embed from "./VideoEmbed.module.css";

/** Light modules around a code, without which many readers do not find it (ISO/IEC 18004). */
const QUIET = 4;

interface QrCodeProps {
  text: string;
  /** Of the picture that is saved. */
  fileName: string;
}

/** A text as a code that phones read, to look at and to save as SVG. */
export function QrCode({ text, fileName }: QrCodeProps) {
  const { t } = useTranslation("video");
  const save = () => {
    const source = toSvgSource(generate(text), { on: "#000", off: "#fff", pad: QUIET, width: 1024, height: 1024 });
    saveText(source, fileName, "image/svg+xml");
  };
  return (
    <Group align="flex-end">
      <Code text={text} label={t("qrOf", { text })} className={embed["qrCode"]} />
      <Button variant="default" leftSection={<IconDownload size={16} stroke={1.6} />} onClick={save}>
        {t("qrSave")}
      </Button>
    </Group>
  );
}
