import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { Autocomplete } from "../../shell/fields/Autocomplete.tsx";
import type { AutocompleteOption } from "../../shell/fields/use-autocomplete.ts";

const OFFERED = 20;

/** Playlists of a project whose name has a text, or the latest ones. */
const loadPlaylists = (projectId: number) => async (search: string | null, signal: AbortSignal) =>
  (await api.playlists.listPlaylists({ project_id: projectId, search, per_page: OFFERED }, { signal })).data;

/** Adds videos at the end of several playlists. */
export function AddToPlaylistDialog({
  opened,
  projectId,
  videoIds,
  held = [],
  onClose,
}: {
  opened: boolean;
  projectId: number;
  videoIds: readonly number[];
  /** Ids of playlists that have all of these videos. */
  held?: readonly number[];
  onClose: () => void;
}) {
  const { t } = useTranslation("addToPlaylist");
  const [chosen, setChosen] = useState<readonly AutocompleteOption[]>([]);
  const [missing, setMissing] = useState(false);
  const close = () => {
    setChosen([]);
    setMissing(false);
    onClose();
  };
  const add = useAdding(projectId, videoIds, close);
  const choose = (option: AutocompleteOption | null) => {
    setMissing(false);
    if (option) setChosen([...chosen, option]);
  };
  return (
    <FormDialog
      opened={opened}
      title={t("title", { count: videoIds.length })}
      submit={t("submit")}
      saving={add.isPending}
      onSubmit={() => (chosen.length === 0 ? setMissing(true) : add.mutate(chosen.map(({ id }) => id)))}
      onClose={close}
    >
      <div>
        <Autocomplete
          key={chosen.length}
          label={t("playlists")}
          description={t("hint")}
          placeholder={t("placeholder")}
          value={null}
          error={missing ? t("chooseFirst") : undefined}
          without={[...held, ...chosen.map(({ id }) => id)]}
          queryKey={["playlists", projectId, "options"]}
          load={loadPlaylists(projectId)}
          onChange={choose}
        />
        <Chosen playlists={chosen} onChange={setChosen} />
      </div>
    </FormDialog>
  );
}

function useAdding(projectId: number, videoIds: readonly number[], onDone: () => void) {
  const { t } = useTranslation("addToPlaylist");
  return useAction(
    (playlistIds: readonly number[]) =>
      api.playlists.addToPlaylists({
        project_id: projectId,
        playlist_ids: [...playlistIds],
        video_ids: [...videoIds],
      }),
    {
      changes: [["playlists", projectId], ["playlist"], ["playlist-items"], ["video-playlists"]],
      failure: t("notAdded"),
      onDone,
    },
  );
}

function Chosen({
  playlists,
  onChange,
}: {
  playlists: readonly AutocompleteOption[];
  onChange: (playlists: readonly AutocompleteOption[]) => void;
}) {
  const { t } = useTranslation("addToPlaylist");
  return (
    <Group gap={6} mt="xs">
      {playlists.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          size="compact-xs"
          aria-label={t("removeChoice", { name })}
          onClick={() => onChange(playlists.filter((each) => each.id !== id))}
          dir="auto"
        >
          {name} ×
        </Button>
      ))}
    </Group>
  );
}
