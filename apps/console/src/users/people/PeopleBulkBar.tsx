import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { SelectionBar } from "../../shell/lists/SelectionBar.tsx";
import type { ProjectUser } from "../queries.ts";
import { PeopleBulkDialog } from "./PeopleBulkDialog.tsx";
import { BULK_ACTIONS, type BulkAction } from "./use-bulk-change.ts";

interface PeopleBulkBarProps {
  projectId: number;
  /** Who is ticked. */
  people: readonly ProjectUser[];
  onClear: () => void;
}

/** What can be done to the people who are ticked. */
export function PeopleBulkBar({ projectId, people, onClear }: PeopleBulkBarProps) {
  const { t } = useTranslation("users");
  const [action, setAction] = useState<BulkAction | null>(null);
  return (
    <>
      {people.length === 0 ? null : (
        <SelectionBar label={t("selected", { count: people.length })} onClear={onClear}>
          {BULK_ACTIONS.map((each) => (
            <Button key={each} variant="default" onClick={() => setAction(each)}>
              {t(`bulk_${each}`)}
            </Button>
          ))}
        </SelectionBar>
      )}
      {action === null ? null : (
        <PeopleBulkDialog
          projectId={projectId}
          people={people}
          action={action}
          onDone={onClear}
          onClose={() => setAction(null)}
        />
      )}
    </>
  );
}
