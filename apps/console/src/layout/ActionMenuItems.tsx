import { Menu } from "@mantine/core";
import type { Actions } from "./ActionMenu.tsx";
import type { MenuParts } from "./MenuLater.tsx";

/** The actions themselves, one below the other. */
export function ActionMenuItems({ subject, target, opened, onChange }: MenuParts & { subject: Actions }) {
  const { actions, width } = subject;
  return (
    <Menu position="bottom-end" opened={opened} onChange={onChange} {...(width === undefined ? {} : { width })}>
      <Menu.Target>{target}</Menu.Target>
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
