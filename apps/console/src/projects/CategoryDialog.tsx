import { Button, Group, Modal, Select, Text } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { fieldMessage } from "../platform/problem.ts";
import { categoriesKey, type Category } from "./queries.ts";
import { useSettingsCall } from "./useSettingsCall.ts";

/** A category on its way out: into another one, or away. */
export interface CategoryLeaving {
  category: Category;
  how: "delete" | "merge";
}

interface Props {
  leaving: CategoryLeaving | null;
  others: readonly Category[];
  projectId: number;
  onClose: () => void;
}

/** Asks what a category's videos get before it goes: nothing or another category when deleted, another one when merged. */
export function CategoryDialog({ leaving, others, projectId, onClose }: Props) {
  const { t } = useTranslation(["projects", "layout"]);
  const [intoId, setIntoId] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  // The words stay while the dialog fades out.
  const [shown, setShown] = useState<CategoryLeaving | null>(null);
  if (leaving !== null && leaving !== shown) {
    setShown(leaving);
    setIntoId(null);
    setError(null);
  }

  const leave = useSettingsCall({
    call: ({ category, how }: CategoryLeaving) =>
      how === "merge"
        ? api.categories.mergeCategory({ id: category.id, into_id: Number(intoId) })
        : api.categories.deleteCategory({
            id: category.id,
            ...(intoId === null ? {} : { replacement_id: Number(intoId) }),
          }),
    changes: [categoriesKey(projectId), ["videos"]],
    config: true,
    failure: shown?.how === "merge" ? t("categoryNotEdited") : t("categoryNotDeleted"),
    onDone: onClose,
    onProblem(problem) {
      const about = fieldMessage(problem, "into_id") ?? fieldMessage(problem, "replacement_id");
      setError(about);
      return about !== null;
    },
  });

  if (shown === null) return null;
  const { category, how } = shown;
  const merging = how === "merge";
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (leave.isPending) return;
    if (merging && intoId === null) return setError(t("intoEmpty"));
    leave.mutate(shown);
  };
  return (
    <Modal
      opened={leaving !== null}
      onClose={onClose}
      title={merging ? t("mergeCategoryTitle", { name: category.name }) : t("deleteCategoryTitle")}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={440}
    >
      <form onSubmit={submit} noValidate>
        <Text mb="sm">
          {merging ? null : `${t("deleteCategoryText")} `}
          {t("categoryHasVideos", { count: category.videos })}
        </Text>
        <Select
          label={merging ? t("into") : t("replacement")}
          placeholder={merging ? undefined : t("noCategory")}
          clearable={!merging}
          searchable
          required={merging}
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
          <Button type="submit" color={merging ? "cobalt" : "red"} loading={leave.isPending}>
            {merging ? t("merge") : t("delete")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
