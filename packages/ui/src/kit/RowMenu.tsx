import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** One thing that can be done with a row. */
export interface RowAction {
  label: string;
  icon: ReactNode;
  onChoose?: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** Draws the element when choosing it is following a link. */
  renderRoot?: (props: Record<string, unknown>) => ReactNode;
}

/** What can be done with a row, behind the dots at its end. */
export const RowMenu = ({ label, actions }: { label: string; actions: readonly RowAction[] }) => (
  <Menu position="bottom-end" width={200}>
    <Menu.Target>
      <ActionIcon aria-label={label}>
        <IconDots size={16} stroke={1.6} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {actions.map(({ label: name, icon, onChoose, danger = false, disabled = false, renderRoot }) => (
        <Menu.Item
          key={name}
          leftSection={icon}
          disabled={disabled}
          {...(danger ? { color: "red" } : {})}
          {...(onChoose ? { onClick: onChoose } : {})}
          {...(renderRoot ? { renderRoot } : {})}
        >
          {name}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
