import { TAG_NAME_MAX } from "@kinora/domain/videos/tags.ts";
import { InlineForm } from "@kinora/ui/kit/InlineForm.tsx";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { fieldMessage } from "../../platform/problem.ts";
import { useAction } from "../../platform/use-action.ts";
import { tagsKey, type Tag } from "../queries.ts";

/** A tag's row while it is renamed in place. */
export function TagEditor({ tag, projectId, onClose }: { tag: Tag; projectId: number; onClose: () => void }) {
  const { t } = useTranslation("projects");
  const [name, setName] = useState(tag.name);
  const [error, setError] = useState<string | null>(null);
  const save = useAction(api.tags.renameTag, {
    changes: [tagsKey(projectId), ["videos"]],
    failure: t("tagNotSaved"),
    onDone: onClose,
    onProblem(problem) {
      const message = fieldMessage(problem, "name");
      setError(message);
      return message !== null;
    },
  });
  const submit = () => {
    if (name.trim() === "") return setError(t("tagNameEmpty"));
    if (name === tag.name) return onClose();
    save.mutate({ id: tag.id, name });
  };
  return (
    <InlineForm save={t("save")} cancel={t("cancel")} saving={save.isPending} onSave={submit} onCancel={onClose}>
      <TextInput
        aria-label={t("tagName")}
        autoFocus
        maxLength={TAG_NAME_MAX}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(null);
        }}
      />
    </InlineForm>
  );
}
