import { USUAL_FRAME } from "@kinora/domain/players/frame.ts";
import { playlistEmbedCodes } from "@kinora/domain/playlists/playlist-codes.ts";
import { CodeField } from "@kinora/ui/kit/forms/CodeField.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { copyEmbedCode } from "../../platform/preferences.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { usePlayerFrame } from "../../players/player-options.ts";
import { PlayerSelect } from "../../players/PlayerSelect.tsx";
import type { PlaylistDetail } from "../queries.ts";

/** The codes that show a playlist elsewhere, in three kinds (spec §9), and its feed. */
export function EmbedPanel({ playlist }: { playlist: PlaylistDetail }) {
  const { t } = useTranslation(["playlists", "layout"]);
  const edgeUrl = useStore(session, ({ config }) => config?.edge_url ?? "");
  const [player, setPlayer] = useState<string | null>(null);
  const { published, feed, feed_url: feedUrl } = playlist;
  const frame = usePlayerFrame(playlist.project_id, player) ?? USUAL_FRAME;
  const embed = player === null ? playlist.embed : playlistEmbedCodes(edgeUrl, playlist, { player, frame });
  const codes = [
    [t("embedScript"), embed.script, 3],
    [t("embedIframe"), embed.iframe, 4],
    [t("embedLink"), embed.link, 1],
    ...(feed ? [[t("feedUrl"), feedUrl, 1] as const] : []),
  ] as const;
  return (
    <Panel title={t("embedTitle")}>
      <Stack gap="sm">
        <PlayerSelect projectId={playlist.project_id} value={player} onChange={setPlayer} />
        {codes.map(([label, code, lines]) => (
          <CodeField
            key={label}
            label={label}
            code={code}
            lines={lines}
            copyLabel={t("layout:copyOf", { what: label })}
            onCopy={() => copyEmbedCode(label, code)}
          />
        ))}
        {published ? null : <p className="note">{t("embedUnpublished")}</p>}
      </Stack>
    </Panel>
  );
}
