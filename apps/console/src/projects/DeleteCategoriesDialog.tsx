import { Button, Group, Modal, Select, Text } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { fieldMessage } from "../platform/problem.ts";
import { categoriesKey, type Category } from "./queries.ts";
import { useSettingsCall } from "./useSettingsCall.ts";

interface DeleteCategoriesDialogProps {
  projectId: number;
  chosen: readonly Category[];
  others: readonly Category[];
  onClose: () => void;
  onDone: () => void;
}

/** Asks what the videos of several categories get before these go together. */
export function DeleteCategoriesDialog({ projectId, chosen, others, onClose, onDone }: DeleteCategoriesDialogProps) {
  const { t } = useTranslation(["projects", "layout"]);
  const [intoId, setIntoId] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const remove = useSettingsCall({
    call: api.categories.deleteCategories,
    changes: [categoriesKey(projectId), ["videos"]],
    config: true,
    failure: t("categoriesNotDeleted"),
    onDone,
    onProblem(problem) {
      const about = fieldMessage(problem, "replacement_id");
      setError(about);
      return about !== null;
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (remove.isPending) return;
    remove.mutate({
      project_id: projectId,
      ids: chosen.map(({ id }) => id),
      ...(intoId === null ? {} : { replacement_id: Number(intoId) }),
    });
  };
  const videos = chosen.reduce((sum, category) => sum + category.videos, 0);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("deleteCategoriesTitle", { count: chosen.length })}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={440}
    >
      <form onSubmit={submit} noValidate>
        <Text mb="sm">
          {t("deleteCategoriesText")} {t("categoriesHaveVideos", { count: videos })}
        </Text>
        <Select
          label={t("replacement")}
          placeholder={t("noCategory")}
          clearable
          searchable
          error={error}
          data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={intoId}
          onChange={(id) => {
            setIntoId(id);
            setError(null);
          }}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" color="red" loading={remove.isPending}>
            {t("delete")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
