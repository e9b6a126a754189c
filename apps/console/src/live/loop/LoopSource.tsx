import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { Autocomplete } from "../../shell/fields/Autocomplete.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { loadPlaylists } from "../playlist-options.ts";
import { LOOP_SOURCES, type LoopFields } from "./loop-fields.ts";

/** Whether a loop has a list of its own or follows a playlist, and which one. @param deleted name of one it followed. */
export function LoopSource({
  form,
  projectId,
  deleted,
}: {
  form: Form<LoopFields>;
  projectId: number;
  deleted: string | null;
}) {
  const { t } = useTranslation("loop");
  const { source } = form.values;
  return (
    <>
      {deleted === null ? null : (
        <p role="status" className="note problem">
          {t("playlistDeleted", { name: deleted })}
        </p>
      )}
      <div>
        <Segments
          aria-label={t("source")}
          value={source}
          disabled={form.readOnly}
          onChange={(value) => form.edit({ source: value })}
          data={LOOP_SOURCES.map((value) => ({ value, label: t(`source_${value}`) }))}
        />
      </div>
      {source === "playlist" ? <PlaylistField form={form} projectId={projectId} /> : null}
    </>
  );
}

function PlaylistField({ form, projectId }: { form: Form<LoopFields>; projectId: number }) {
  const { t } = useTranslation("loop");
  const { permissions } = useViewer();
  const mayList = permissions.player_view || permissions.playlist_manage;
  const { playlist } = form.values;
  return (
    <>
      <Autocomplete
        label={t("playlist")}
        placeholder={t("playlistPlaceholder")}
        description={t(mayList ? "playlistHint" : "playlistLocked")}
        disabled={form.readOnly || !mayList}
        value={playlist}
        error={form.error("playlist")}
        queryKey={["playlists", projectId, "options"]}
        load={loadPlaylists(projectId)}
        onChange={(option) => form.edit({ playlist: option && { id: option.id, name: option.name } })}
      />
      {playlist === null || !mayList ? null : (
        <p className="note">
          <Link to="/playlist/$playlistId" params={{ playlistId: String(playlist.id) }}>
            {t("playlistOpen", { name: playlist.name })}
          </Link>
        </p>
      )}
    </>
  );
}
