import { PLAYER_TITLE_MAX } from "@kinora/domain/players/settings.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { playersKey } from "../queries.ts";

/** Takes the title of a new player, and opens its editor. */
export function NewPlayerDialog({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const { t } = useTranslation("players");
  const navigate = useNavigate();
  const form = useForm({
    saved: { title: "" },
    check: ({ title }) => (title.trim() === "" ? { title: t("titleEmpty") } : {}),
  });
  const create = useAction(api.players.createPlayer, {
    changes: [playersKey(projectId)],
    failure: t("notSaved"),
    onDone: ({ data }) => navigate({ to: "/player/$playerId", params: { playerId: String(data.id) } }),
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title={t("newPlayer")}
      submit={t("create")}
      form={form}
      saving={create.isPending}
      onSubmit={() => create.mutate({ project_id: projectId, title: form.values.title })}
      onClose={onClose}
    >
      <TextInput
        label={t("playerTitle")}
        required
        data-autofocus
        maxLength={PLAYER_TITLE_MAX}
        {...form.text("title")}
      />
    </FormDialog>
  );
}
