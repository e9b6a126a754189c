import { Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LabelsForm, type ChosenLabels, type LabelAction } from "../layout/LabelsForm.tsx";

interface BulkLabelsProps {
  projectId: number;
  /** Null while nothing is asked. */
  action: LabelAction | null;
  onClose: () => void;
  onApply: (action: LabelAction, chosen: ChosenLabels) => void;
}

/** Asks which category or tags many videos get or lose. */
export function BulkLabels({ projectId, action, onClose, onApply }: BulkLabelsProps) {
  const { t } = useTranslation(["library", "layout"]);
  // What was asked last is still to be read while the dialog goes.
  const [shown, setShown] = useState<LabelAction>("set_category");
  if (action !== null && action !== shown) setShown(action);
  return (
    <Modal
      opened={action !== null}
      onClose={onClose}
      title={t(`command_${shown}`)}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={440}
    >
      <LabelsForm
        key={shown}
        projectId={projectId}
        action={shown}
        onApply={(chosen) => onApply(shown, chosen)}
        onCancel={onClose}
      />
    </Modal>
  );
}
