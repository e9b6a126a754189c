import { Modal } from "@kinora/ui/floats.ts";
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { LabelsDialog, type ChosenLabels, type LabelAction } from "../../shell/fields/LabelsDialog.tsx";
import { FailureList } from "../../shell/lists/FailureList.tsx";
import { LIVE_KEY } from "../queries.ts";

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
  const [ids] = useState(begun);
  const [error, setError] = useState<string | undefined>();
  const apply = useAction(
    (chosen: ChosenLabels) =>
      api.streams.labelStreams({
        project_id: projectId,
        ids: [...ids],
        action,
        ...("tagIds" in chosen ? { tag_ids: chosen.tagIds } : { category_id: chosen.categoryId }),
      }),
    {
      changes: [LIVE_KEY],
      onDone({ data }) {
        if (data.every(({ problem }) => problem === null)) onClose();
        onDone();
      },
      onProblem({ fields }) {
        const about = (fields["tag_ids"] ?? fields["category_id"])?.[0];
        setError(about);
        return about !== undefined;
      },
    },
  );
  const failures = (apply.data?.data ?? []).flatMap(({ id, name, problem }) =>
    problem === null ? [] : [{ id, name: name || t("unknown", { id }), problem }],
  );
  const title = t(`label_${action}`);
  if (!apply.data) {
    return (
      <LabelsDialog
        title={title}
        projectId={projectId}
        action={action}
        error={error}
        isSaving={apply.isPending}
        onEdit={() => setError(undefined)}
        onApply={(chosen) => apply.mutate(chosen)}
        onClose={onClose}
      />
    );
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ "aria-label": t("layout:close") }} size={440}>
      <p role="status">{apply.data.message}</p>
      <FailureList label={t("notChanged")} failures={failures} />
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t("layout:close")}</Button>
      </Group>
    </Modal>
  );
}
