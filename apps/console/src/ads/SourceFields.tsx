import { AD_RANGES, type AdSource } from "@kinora/domain/ads/ad-settings.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useTranslation } from "../platform/i18n.ts";
import { NumberField } from "./NumberField.tsx";
import { TagFields } from "./TagFields.tsx";

const COUNTS = Array.from({ length: AD_RANGES.max_ads.max }, (_, index) => String(index + 1));

/** The tags of a break with its rules. `path` is where the form holds it. */
export function SourceFields<Source extends AdSource>({
  source,
  path,
  errorAt,
  readOnly,
  onChange,
}: {
  source: Source;
  path: string;
  errorAt: (path: string) => string | undefined;
  readOnly: boolean;
  onChange: (source: Source) => void;
}) {
  const { t } = useTranslation("ads");
  return (
    <>
      <TagFields
        tags={source.tags}
        errorAt={(index) => errorAt(`${path}.tags.${index}`)}
        readOnly={readOnly}
        onChange={(tags) => onChange({ ...source, tags })}
      />
      <Select
        label={t("maxAds")}
        description={t("maxAdsHint")}
        data={COUNTS}
        allowDeselect={false}
        disabled={readOnly}
        value={String(source.max_ads)}
        onChange={(value) => value && onChange({ ...source, max_ads: Number(value) })}
      />
      <NumberField
        label={t("skipAfter")}
        hint={t("skipAfterHint")}
        unit="s"
        value={source.skip_after_seconds}
        error={errorAt(`${path}.skip_after_seconds`)}
        readOnly={readOnly}
        onChange={(value) => onChange({ ...source, skip_after_seconds: value })}
      />
      <NumberField
        label={t("minContent")}
        hint={t("minContentHint")}
        unit="s"
        value={source.min_content_seconds}
        error={errorAt(`${path}.min_content_seconds`)}
        readOnly={readOnly}
        onChange={(value) => onChange({ ...source, min_content_seconds: value ?? 0 })}
      />
    </>
  );
}
