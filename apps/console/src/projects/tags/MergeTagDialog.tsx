import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { fieldMessage } from "../../platform/problem.ts";
import { useAction } from "../../platform/use-action.ts";
import { Autocomplete } from "../../shell/fields/Autocomplete.tsx";
import type { AutocompleteOption } from "../../shell/fields/use-autocomplete.ts";
import { loadTagOptions, tagsKey, type Tag } from "../queries.ts";

/** Asks which tag the videos of another one get. */
export function MergeTagDialog({
  tag,
  projectId,
  onClose,
}: {
  tag: Tag | null;
  projectId: number;
  onClose: () => void;
}) {
  const { t } = useTranslation("projects");
  const [into, setInto] = useState<AutocompleteOption | null>(null);
  const [error, setError] = useState<string | null>(null);
  // The words stay while the dialog fades out.
  const [shown, setShown] = useState<Tag | null>(null);
  if (tag !== null && tag !== shown) {
    setShown(tag);
    setInto(null);
    setError(null);
  }
  const merge = useAction(api.tags.mergeTag, {
    changes: [tagsKey(projectId), ["autocomplete", "tags", projectId], ["videos"]],
    failure: t("tagNotSaved"),
    onDone: onClose,
    onProblem(problem) {
      const about = fieldMessage(problem, "into_id");
      setError(about);
      return about !== null;
    },
  });
  if (shown === null) return null;
  const submit = () => {
    if (into === null) setError(t("intoEmpty"));
    else merge.mutate({ id: shown.id, into_id: into.id });
  };
  return (
    <FormDialog
      opened={tag !== null}
      title={t("mergeTagTitle", { name: shown.name })}
      submit={t("merge")}
      saving={merge.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{t("mergeTagText")}</Text>
      <Autocomplete
        label={t("into")}
        value={into}
        without={[shown.id]}
        queryKey={["tags", projectId]}
        load={loadTagOptions(projectId)}
        error={error ?? undefined}
        onChange={(option) => {
          setInto(option);
          setError(null);
        }}
      />
    </FormDialog>
  );
}
