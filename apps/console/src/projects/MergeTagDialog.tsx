import { Button, Group, Modal, Text } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { Autocomplete } from "../layout/Autocomplete.tsx";
import type { AutocompleteOption } from "../layout/useAutocomplete.ts";
import { api } from "../platform/client.ts";
import { fieldMessage } from "../platform/problem.ts";
import { loadTagOptions, tagsKey, type Tag } from "./queries.ts";
import { useSettingsCall } from "./useSettingsCall.ts";

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
  const { t } = useTranslation(["projects", "layout"]);
  const [into, setInto] = useState<AutocompleteOption | null>(null);
  const [error, setError] = useState<string | null>(null);
  // The words stay while the dialog fades out.
  const [shown, setShown] = useState<Tag | null>(null);
  if (tag !== null && tag !== shown) {
    setShown(tag);
    setInto(null);
    setError(null);
  }
  const merge = useSettingsCall({
    call: api.tags.mergeTag,
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
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (merge.isPending) return;
    if (into === null) return setError(t("intoEmpty"));
    merge.mutate({ id: shown.id, into_id: into.id });
  };
  return (
    <Modal
      opened={tag !== null}
      onClose={onClose}
      title={t("mergeTagTitle", { name: shown.name })}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={440}
    >
      <form onSubmit={submit} noValidate>
        <Text mb="sm">{t("mergeTagText")}</Text>
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
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={merge.isPending}>
            {t("merge")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
