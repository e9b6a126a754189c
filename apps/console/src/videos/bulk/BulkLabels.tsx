import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { LabelsDialog, type ChosenLabels, type LabelAction } from "../../shell/fields/LabelsDialog.tsx";

interface BulkLabelsProps {
  projectId: number;
  /** Null while nothing is asked. */
  action: LabelAction | null;
  onClose: () => void;
  onApply: (action: LabelAction, chosen: ChosenLabels) => void;
}

/** Asks which category or tags many videos get or lose. */
export function BulkLabels({ projectId, action, onClose, onApply }: BulkLabelsProps) {
  const { t } = useTranslation("library");
  // What was asked last is still to be read while the dialog goes.
  const [shown, setShown] = useState<LabelAction>("set_category");
  if (action !== null && action !== shown) setShown(action);
  return (
    <LabelsDialog
      key={shown}
      opened={action !== null}
      title={t(`command_${shown}`)}
      projectId={projectId}
      action={shown}
      onApply={(chosen) => onApply(shown, chosen)}
      onClose={onClose}
    />
  );
}
