import { useTranslation } from "../../platform/i18n.ts";
import { useStore } from "../../platform/store.ts";
import { CopyCodes } from "../../shell/fields/CopyCodes.tsx";
import type { FramedPlayer } from "../../shell/frame/use-player.ts";

/** Pixels; the address takes any width from 120 to 1920. */
const WIDTH = 640;

/** The URL of a picture of the moment that the page's player shows. */
export function MomentCode({ folder, position }: { folder: string; position: FramedPlayer["position"] }) {
  const { t } = useTranslation("video");
  const seconds = useStore(position, (value) => value.seconds ?? 0);
  return <CopyCodes codes={[[t("momentUrl"), `${folder}.jpg?time=${seconds}&width=${WIDTH}`, 1]]} />;
}
