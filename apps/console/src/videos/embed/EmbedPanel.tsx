import { embedCodes } from "@kinora/domain/playback/embed.ts";
import { CodeField } from "@kinora/ui/kit/forms/CodeField.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { copyEmbedCode } from "../../platform/preferences.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { useEmbedOptions } from "../../players/player-options.ts";
import { PlayerSelect } from "../../players/PlayerSelect.tsx";

const KINDS = [
  { value: "script", label: "embedScript", short: "JS" },
  { value: "iframe", label: "embedIframe", short: "Iframe" },
  { value: "link", label: "embedLink", short: "Link" },
] as const;

/** The code that shows the video elsewhere, in three kinds (spec §9). */
export function EmbedPanel({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["videos", "layout"]);
  const [value, setValue] = useState<string>("script");
  const kind = KINDS.find((candidate) => candidate.value === value) ?? KINDS[0];
  const edgeUrl = useStore(session, ({ config }) => config?.edge_url ?? "");
  const [player, setPlayer] = useState<string | null>(null);
  const options = useEmbedOptions(video.project_id, player, video);
  const code = embedCodes(edgeUrl, video.hash, video.title, options)[kind.value];
  return (
    <Panel title={t("embedTitle")}>
      <Stack gap="sm">
        <PlayerSelect projectId={video.project_id} value={player} onChange={setPlayer} />
        <Segments
          fullWidth
          aria-label={t("embedTitle")}
          value={kind.value}
          onChange={setValue}
          data={KINDS.map(({ value: name, short }) => ({ value: name, label: short }))}
        />
        <CodeField
          label={t(kind.label)}
          code={code}
          lines={4}
          copyLabel={t("layout:copyOf", { what: t(kind.label) })}
          onCopy={() => copyEmbedCode(t(kind.label), code)}
        />
        {video.published ? null : <p className="note">{t("embedUnpublished")}</p>}
      </Stack>
    </Panel>
  );
}
