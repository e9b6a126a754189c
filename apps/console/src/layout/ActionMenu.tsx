import type { ReactElement, ReactNode } from "react";
import { MenuLater, type TargetProps } from "./MenuLater.tsx";

/** One thing a menu offers. */
export interface Action {
  label: string;
  icon: ReactNode;
  onChoose?: () => void;
  danger?: boolean;
  /** Draws the element when choosing it is following a link. */
  renderRoot?: (props: Record<string, unknown>) => ReactNode;
}

export interface Actions {
  actions: readonly Action[];
  width?: number;
}

/** A button with a menu of actions; the menu's code comes when somebody reaches for it. */
export const ActionMenu = ({ actions, width, children }: Actions & { children: ReactElement<TargetProps> }) => (
  <MenuLater
    subject={{ actions, ...(width === undefined ? {} : { width }) }}
    load={async () => (await import("./ActionMenuItems.tsx")).ActionMenuItems}
  >
    {children}
  </MenuLater>
);

/** An action that is only offered to some. */
export const offered = (when: boolean, action: Action): readonly Action[] => (when ? [action] : []);
