import { embedCodes } from "@kinora/domain/playback/embed.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Stack } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useEmbedOptions } from "../../players/player-options.ts";
import { PlayerSelect } from "../../players/PlayerSelect.tsx";
import { CopyCodes } from "../../shell/fields/CopyCodes.tsx";
import type { StreamDetail } from "../queries.ts";
import styles from "../stream/Stream.module.css";

/** The codes that show a livestream elsewhere, in the three kinds of the specification (§9), and its playlist. */
export function EmbedPanel({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("stream");
  const edgeUrl = useStore(session, ({ config }) => config?.edge_url ?? "");
  const [player, setPlayer] = useState<string | null>(null);
  // Its encoder may send another size each time.
  const options = useEmbedOptions(stream.project_id, player, null);
  const embed = embedCodes(edgeUrl, stream.hash, stream.name, options);
  const codes = [
    [t("embedScript"), embed.script, 3],
    [t("embedIframe"), embed.iframe, 3],
    [t("embedLink"), embed.link, 1],
    [t("playlistUrl"), stream.playlist_url, 1],
    [t("pictureUrl"), `${edgeUrl}/thumb/${stream.hash}.jpg?time=0&width=640`, 1],
  ] as const;
  return (
    <Panel
      title={t("embed")}
      action={
        <a className={styles["open"]} href={embed.link} target="_blank" rel="noreferrer">
          <IconExternalLink size={14} stroke={1.6} aria-hidden="true" />
          {t("openShare")}
        </a>
      }
    >
      <Stack gap={12}>
        <p className="note">{t("embedText")}</p>
        <PlayerSelect projectId={stream.project_id} value={player} onChange={setPlayer} />
        <CopyCodes codes={codes} />
      </Stack>
    </Panel>
  );
}
