import {
  PLAYLIST_DESCRIPTION_MAX,
  PLAYLIST_NAME_MAX,
  PLAYLIST_TYPES,
  type PlaylistType,
} from "@kinora/domain/playlists/playlists.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Input, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { playlistKey, playlistsKey } from "../queries.ts";

interface NewPlaylist {
  name: string;
  description: string;
  type: PlaylistType;
}

const EMPTY: NewPlaylist = { name: "", description: "", type: "manual" };

/** Makes a playlist; a name is enough. Its page to fill it opens at the end. */
export function CreatePlaylistDialog({
  opened,
  projectId,
  onClose,
}: {
  opened: boolean;
  projectId: number;
  onClose: () => void;
}) {
  const { t } = useTranslation("playlists");
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<NewPlaylist>({
    saved: EMPTY,
    check: ({ name }) => (name.trim() === "" ? { name: t("nameEmpty") } : {}),
  });
  const close = () => {
    form.reset();
    onClose();
  };
  const create = useAction((input: NewPlaylist) => api.playlists.createPlaylist({ project_id: projectId, ...input }), {
    changes: [playlistsKey(projectId)],
    failure: t("notSaved"),
    async onDone({ data }) {
      client.setQueryData(playlistKey(data.id), data);
      close();
      await navigate({ to: "/playlist/$playlistId/manage", params: { playlistId: String(data.id) } });
    },
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      opened={opened}
      title={t("createTitle")}
      submit={t("createSubmit")}
      form={form}
      saving={create.isPending}
      onSubmit={() => create.mutate(form.values)}
      onClose={close}
    >
      <TextInput label={t("name")} required data-autofocus maxLength={PLAYLIST_NAME_MAX} {...form.text("name")} />
      <Textarea
        label={t("description")}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={PLAYLIST_DESCRIPTION_MAX}
        {...form.text("description")}
      />
      <TypeField value={form.values.type} onChange={(type) => form.edit({ type })} />
    </FormDialog>
  );
}

/** How the videos of a playlist are chosen, with what that means. */
function TypeField({ value, onChange }: { value: PlaylistType; onChange: (type: PlaylistType) => void }) {
  const { t } = useTranslation("playlists");
  return (
    <Input.Wrapper label={t("type")} labelElement="div" description={t(`typeHint_${value}`)}>
      <Segments
        fullWidth
        aria-label={t("type")}
        value={value}
        data={PLAYLIST_TYPES.map((type) => ({ value: type, label: t(`type_${type}`) }))}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
