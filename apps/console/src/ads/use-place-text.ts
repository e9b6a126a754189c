import type { AdBreak } from "@kinora/domain/ads/ad-settings.ts";
import { useTranslation } from "../platform/i18n.ts";
import { minutesOf } from "./ad-fields.ts";

/** Answers where a break is, in words: `at 1:30`. */
export function usePlaceText(): (place: Pick<AdBreak, "position" | "at">) => string {
  const { t } = useTranslation("ads");
  return ({ position, at }) => t(`place_${position}`, { at: Math.round(at * 100) / 100, time: minutesOf(at) });
}
