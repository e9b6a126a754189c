import { Menu } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";

/** One thing a menu offers. */
export interface Action {
  label: string;
  icon: ReactNode;
  onChoose?: () => void;
  danger?: boolean;
  /** Draws the element when choosing it is following a link. */
  renderRoot?: (props: Record<string, unknown>) => ReactNode;
}

/** A button with a menu of actions, one below the other. */
export function ActionMenu({
  actions,
  width,
  children,
}: {
  actions: readonly Action[];
  width?: number;
  children: ReactElement;
}) {
  return (
    <Menu position="bottom-end" {...(width === undefined ? {} : { width })}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon, onChoose, danger, renderRoot }) => (
          <Menu.Item
            key={label}
            leftSection={icon}
            {...(danger ? { color: "red" } : {})}
            {...(onChoose ? { onClick: onChoose } : {})}
            {...(renderRoot ? { renderRoot } : {})}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** An action that is only offered to some. */
export const offered = (when: boolean, action: Action): readonly Action[] => (when ? [action] : []);
