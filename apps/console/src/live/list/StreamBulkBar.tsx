import type { StreamLabelAction } from "@kinora/domain/live/streams.ts";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { SelectionBar } from "../../shell/lists/SelectionBar.tsx";
import { StreamLabelsDialog } from "./StreamLabelsDialog.tsx";

interface StreamBulkBarProps {
  projectId: number;
  selected: ReadonlySet<number>;
  onClear: () => void;
}

const ACTIONS = ["set_category", "add_tags", "remove_tags"] as const;

/** What can be done to the livestreams that are ticked. */
export function StreamBulkBar({ projectId, selected, onClear }: StreamBulkBarProps) {
  const { t } = useTranslation("live");
  const [action, setAction] = useState<StreamLabelAction | null>(null);
  const label = t("selected", { count: selected.size });
  return (
    <>
      {selected.size === 0 ? null : (
        <SelectionBar label={label} onClear={onClear}>
          {ACTIONS.map((each) => (
            <Button key={each} variant="default" onClick={() => setAction(each)}>
              {t(`label_${each}`)}
            </Button>
          ))}
        </SelectionBar>
      )}
      {action === null ? null : (
        <StreamLabelsDialog
          projectId={projectId}
          ids={[...selected]}
          action={action}
          onDone={onClear}
          onClose={() => setAction(null)}
        />
      )}
    </>
  );
}
