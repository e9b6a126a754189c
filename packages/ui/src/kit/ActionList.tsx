import { type MenuProps } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { Menu } from "../floats.ts";
import type { OpenedLater } from "./OpensLater.tsx";

/** One thing a menu offers. */
export interface Action {
  label: string;
  icon?: ReactNode;
  onChoose?: () => void;
  danger?: boolean;
  /** Whether a group begins with it: a line is above it, as above the first dangerous one. */
  begins?: boolean;
  disabled?: boolean;
  /** Draws the element when choosing it is following a link. */
  renderRoot?: (props: Record<string, unknown>) => ReactNode;
}

export interface ActionListProps {
  actions: readonly Action[];
  /** Pixels. */
  width?: number | undefined;
  position?: MenuProps["position"];
}

/** Actions, one below the other. */
export const ActionList = ({
  actions,
  width,
  position = "bottom-end",
  target,
  opened,
  onChange,
}: ActionListProps & OpenedLater) => (
  <Menu opened={opened} onChange={onChange} position={position} {...(width === undefined ? {} : { width })}>
    <Menu.Target>{target}</Menu.Target>
    <Menu.Dropdown>
      {actions.map(
        ({ label, icon, onChoose, danger = false, disabled = false, renderRoot, begins = danger }, index) => (
          <Fragment key={label}>
            {index > 0 && begins && !(danger && actions[index - 1]?.danger) ? <Menu.Divider role="separator" /> : null}
            <Menu.Item
              disabled={disabled}
              {...(icon ? { leftSection: icon } : {})}
              {...(danger ? { color: "red" } : {})}
              {...(onChoose ? { onClick: onChoose } : {})}
              {...(renderRoot ? { renderRoot } : {})}
            >
              {label}
            </Menu.Item>
          </Fragment>
        ),
      )}
    </Menu.Dropdown>
  </Menu>
);
