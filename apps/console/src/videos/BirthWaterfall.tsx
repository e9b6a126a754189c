import { formatSpan, Waterfall } from "@kinora/ui/kit/Waterfall.tsx";
import type { Birth } from "../platform/birth.ts";
import { useTranslation } from "../platform/i18n.ts";

/** A video's way from the upload to the last rendition on one time axis, with the moment it could be watched. */
export function BirthWaterfall({ birth: { steps, watchableMs } }: { birth: Birth }) {
  const { t } = useTranslation("layout");
  return (
    <Waterfall
      label={t("birth")}
      steps={steps.map((step) => ({ ...step, name: t(`birth_${step.name}`) }))}
      flag={
        watchableMs === null
          ? undefined
          : { atMs: watchableMs, words: t("watchableAfter", { time: formatSpan(watchableMs) }) }
      }
    />
  );
}
