import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";

/** Light modules around a code, without which many readers do not find it (ISO/IEC 18004). */
const QUIET = 4;

interface QrCodeProps {
  text: string;
  /** What the code is, for people who do not see it. */
  label: string;
  className: string | undefined;
}

/** A text as a code that phones read, black on the light background that its class gives it. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const code = generate(text);
  const side = code.size + 2 * QUIET;
  return (
    <svg
      className={className}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  );
}
