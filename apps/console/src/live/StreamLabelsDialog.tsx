import { Button, Group, Modal } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FailureList } from "../layout/FailureList.tsx";
import { LabelsForm, type ChosenLabels, type LabelAction } from "../layout/LabelsForm.tsx";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { streamsKey } from "./queries.ts";

interface StreamLabelsDialogProps {
  projectId: number;
  /** As they were when it opened. */
  ids: readonly number[];
  action: LabelAction;
  onDone: () => void;
  onClose: () => void;
}

/** Asks which category or tags livestreams get or lose, and says of which it could not be done and why. */
export function StreamLabelsDialog({ projectId, ids: begun, action, onDone, onClose }: StreamLabelsDialogProps) {
  const { t } = useTranslation(["live", "layout"]);
  const client = useQueryClient();
  const [ids] = useState(begun);
  const [error, setError] = useState<string | undefined>();
  const apply = useMutation({
    mutationFn: (chosen: ChosenLabels) =>
      api.streams.labelStreams({
        project_id: projectId,
        ids: [...ids],
        action,
        ...("tagIds" in chosen ? { tag_ids: chosen.tagIds } : { category_id: chosen.categoryId }),
      }),
    async onSuccess({ message, data }) {
      if (data.every(({ problem }) => problem === null)) {
        toastSuccess(message || t("layout:success"));
        onClose();
      }
      onDone();
      await client.invalidateQueries({ queryKey: streamsKey(projectId) });
      await client.invalidateQueries({ queryKey: ["stream"] });
    },
    onError(failure) {
      const { status, message, fields } = problemOf(failure);
      const about = (fields["tag_ids"] ?? fields["category_id"])?.[0];
      setError(about);
      // A 403 has had its notification already.
      if (about === undefined && status !== 403) toastError(message ?? t("layout:error"));
    },
  });
  const failures = (apply.data?.data ?? []).flatMap(({ id, name, problem }) =>
    problem === null ? [] : [{ id, name: name || t("unknown", { id }), problem }],
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`label_${action}`)}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={440}
    >
      {apply.data ? (
        <>
          <p role="status">{apply.data.message}</p>
          <FailureList label={t("notChanged")} failures={failures} />
          <Group justify="flex-end" mt="lg">
            <Button onClick={onClose}>{t("layout:close")}</Button>
          </Group>
        </>
      ) : (
        <LabelsForm
          projectId={projectId}
          action={action}
          error={error}
          isSaving={apply.isPending}
          onEdit={() => setError(undefined)}
          onApply={(chosen) => apply.mutate(chosen)}
          onCancel={onClose}
        />
      )}
    </Modal>
  );
}
