import { QrCode } from "@kinora/ui/kit/QrCode.tsx";
import { useTranslation } from "../../platform/i18n.ts";
import styles from "../stream/Stream.module.css";

/** An address as a code that phones read. */
export function PhoneCode({ text }: { text: string }) {
  const { t } = useTranslation("stream");
  return <QrCode text={text} label={t("phoneCode")} className={styles["phoneCode"]} />;
}
