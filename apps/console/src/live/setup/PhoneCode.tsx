import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import { useTranslation } from "react-i18next";
import styles from "../stream/Stream.module.css";

/** Light modules around a code, without which many readers do not find it (ISO/IEC 18004). */
const QUIET = 4;

/** An address as a code that phones read. */
export function PhoneCode({ text }: { text: string }) {
  const { t } = useTranslation("stream");
  const code = generate(text);
  const side = code.size + 2 * QUIET;
  return (
    <svg
      className={styles["phoneCode"]}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      role="img"
      aria-label={t("phoneCode")}
      shapeRendering="crispEdges"
    >
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  );
}
