import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { Autocomplete } from "../../shell/fields/Autocomplete.tsx";
import type { AutocompleteOption } from "../../shell/fields/use-autocomplete.ts";
import type { PlaylistDetail } from "../queries.ts";

const OFFERED = 20;

/** Livestreams of a project whose name has a text, or the latest ones. */
const loadStreams = (projectId: number) => async (search: string | null, signal: AbortSignal) =>
  (await api.streams.listStreams({ project_id: projectId, search, per_page: OFFERED }, { signal })).data;

/** Makes a livestream's loop follow a playlist; when the loop plays, and its order, stay as they are. */
export function UseAsLoopDialog({
  opened,
  playlist,
  onClose,
}: {
  opened: boolean;
  playlist: PlaylistDetail;
  onClose: () => void;
}) {
  const { t } = useTranslation("playlists");
  const [stream, setStream] = useState<AutocompleteOption | null>(null);
  const [missing, setMissing] = useState(false);
  const close = () => {
    setStream(null);
    setMissing(false);
    onClose();
  };
  const follow = useAction(
    async (id: number) => {
      const { data: loop } = await api.streams.getStreamLoop({ id });
      const { shuffle, fade, before_live, on_disconnect, when_paused } = loop;
      const choices = { shuffle, fade, before_live, on_disconnect, when_paused };
      return api.streams.setStreamLoop({ id, playlist_id: playlist.id, ...choices });
    },
    {
      changes: [["live"]],
      success: t("loopDone"),
      failure: t("loopNotSet"),
      onDone: close,
    },
  );
  return (
    <FormDialog
      opened={opened}
      title={t("useAsLoopTitle")}
      submit={t("useAsLoopSubmit")}
      saving={follow.isPending}
      onSubmit={() => (stream === null ? setMissing(true) : follow.mutate(stream.id))}
      onClose={close}
    >
      <Autocomplete
        label={t("livestream")}
        description={t("useAsLoopHint")}
        placeholder={t("livestreamPlaceholder")}
        value={stream}
        error={missing ? t("livestreamMissing") : undefined}
        queryKey={["streams", playlist.project_id, "options"]}
        load={loadStreams(playlist.project_id)}
        onChange={(option) => {
          setMissing(false);
          setStream(option);
        }}
      />
    </FormDialog>
  );
}
