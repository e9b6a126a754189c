import type { PlayerSettings } from "@kinora/domain/players/settings.ts";
import { useTranslation } from "../../platform/i18n.ts";

/** Settings with long values are listed by name alone. */
const VALUE_LETTERS = 24;

/** Describes a setting and its value in a few words: "Mute start on", "Start quality 720p". */
export function useSettingWords() {
  const { t } = useTranslation("players");
  return (name: keyof PlayerSettings, settings: PlayerSettings): string => {
    const value = settings[name];
    const label = t(name);
    if (typeof value === "boolean") return `${label} ${value ? t("on") : t("off")}`;
    if (name === "language") return `${label} ${t(`language_${settings.language}`)}`;
    if (name === "autostart") return `${label} ${t(`autostart_${settings.autostart}`).toLowerCase()}`;
    if (name === "start_quality" || name === "quality_cap") return `${label} ${settings[name] ?? t("auto")}p`;
    if (name === "playback_rates") return `${label} ${settings[name].map((rate) => `${rate}×`).join(" ")}`;
    if (typeof value === "number") return `${label} ${value}`;
    if (typeof value === "string" && value !== "" && value.length <= VALUE_LETTERS) return `${label} ${value}`;
    return label;
  };
}
