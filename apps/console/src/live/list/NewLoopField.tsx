import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { useTranslation } from "../../platform/i18n.ts";
import { Autocomplete } from "../../shell/fields/Autocomplete.tsx";
import type { AutocompleteOption } from "../../shell/fields/use-autocomplete.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { findCompleted, optionOf } from "../completed-videos.ts";
import { loadPlaylists } from "../playlist-options.ts";

const KINDS = ["video", "playlist"] as const;

/** What the loop of a new livestream plays: a video, or what a playlist has. */
export interface NewLoop {
  loop_kind: (typeof KINDS)[number];
  loop_video: AutocompleteOption | null;
  loop_playlist: AutocompleteOption | null;
}

/** Chooses the video or playlist of a new livestream's loop. People who may not see playlists choose a video. */
export function NewLoopField({ projectId, form }: { projectId: number; form: Form<NewLoop> }) {
  const { t } = useTranslation("live");
  const { permissions } = useViewer();
  const kind = form.values.loop_kind;
  return (
    <>
      {permissions.player_view || permissions.playlist_manage ? (
        <div>
          <Segments
            aria-label={t("loopKind")}
            value={kind}
            onChange={(value) => form.edit({ loop_kind: value })}
            data={KINDS.map((value) => ({ value, label: t(`loopKind_${value}`) }))}
          />
        </div>
      ) : null}
      {kind === "video" ? (
        <Autocomplete
          label={t("fieldLoop")}
          description={t("loopHint")}
          placeholder={t("loopPlaceholder")}
          value={form.values.loop_video}
          error={form.error("loop_video")}
          queryKey={["loop-videos", projectId]}
          load={async (search, signal) => (await findCompleted(projectId, search, signal)).map(optionOf)}
          onChange={(option) => form.edit({ loop_video: option })}
        />
      ) : (
        <Autocomplete
          label={t("fieldLoop")}
          description={t("loopPlaylistHint")}
          placeholder={t("loopPlaylistPlaceholder")}
          value={form.values.loop_playlist}
          error={form.error("loop_playlist")}
          queryKey={["playlists", projectId, "options"]}
          load={loadPlaylists(projectId)}
          onChange={(option) => form.edit({ loop_playlist: option })}
        />
      )}
    </>
  );
}
