import { ActionIcon } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Action } from "./ActionList.tsx";
import { ActionMenu } from "./ActionMenu.tsx";

/** One thing that can be done with a row. */
export interface RowAction extends Action {
  icon: ReactNode;
}

/** What can be done with a row, behind the dots at its end. */
export const RowMenu = ({ label, actions }: { label: string; actions: readonly RowAction[] }) => (
  <ActionMenu actions={actions} width={200}>
    <ActionIcon aria-label={label}>
      <IconDots size={16} stroke={1.6} />
    </ActionIcon>
  </ActionMenu>
);
