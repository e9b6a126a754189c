import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "../platform/i18n.ts";
import type { Player } from "./queries.ts";

const KINDS = ["videos", "streams", "playlists"] as const;

/** What pages embed with a player, in words for each kind there is any of: "2 videos", "1,000 livestreams". */
export function usePlayerUses(): (uses: Pick<Player, (typeof KINDS)[number]>) => string[] {
  const { t } = useTranslation("players");
  return (uses) =>
    KINDS.filter((kind) => uses[kind] > 0).map((kind) =>
      t(`uses_${kind}`, { count: uses[kind], number: formatNumber(uses[kind]) }),
    );
}
