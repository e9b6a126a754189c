import { Avatar, Menu, UnstyledButton } from "@mantine/core";
import { IconLogout, IconMoon, IconSettings, IconUser } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { goToLogout, profileUrl } from "../platform/departures.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { toggleTheme } from "../platform/theme.ts";
import styles from "./TopBar.module.css";

const icon = { size: 16, stroke: 1.6 } as const;

/** Profile, settings, theme and logout (spec §2), behind the avatar with the first letter of the role. */
export function UserMenu() {
  const { t } = useTranslation("layout");
  const navigate = useNavigate();
  const user = useStore(session, (value) => value.user);
  const loginHost = useStore(session, (value) => value.loginHost);
  if (user === null) return null;
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email;
  const initials =
    `${user.first_name.slice(0, 1)}${user.last_name.slice(0, 1)}`.toUpperCase() || user.email.slice(0, 1).toUpperCase();
  const role = user.role?.title ?? null;
  return (
    <Menu position="bottom-end" width={220} offset={8}>
      <Menu.Target>
        <UnstyledButton
          className={styles["avatar"] ?? ""}
          aria-label={role === null ? t("userMenuWithoutRole", { name }) : t("userMenu", { name, role })}
        >
          <Avatar size={30} radius="xl" src={user.avatar_url} alt="" color="cobalt">
            {initials}
          </Avatar>
          {role === null ? null : (
            <span className={styles["role"]} aria-hidden="true">
              {role.slice(0, 1).toUpperCase()}
            </span>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles["who"]}>
          <p className={styles["name"]}>{name}</p>
          <p className={styles["mail"]}>
            {[name === user.email ? null : user.email, role].filter((part) => part !== null).join(" · ")}
          </p>
        </div>
        <Menu.Divider />
        {loginHost === null ? null : (
          <Menu.Item
            component="a"
            href={profileUrl(loginHost)}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconUser {...icon} />}
          >
            {t("profile")}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconSettings {...icon} />}
          onClick={() => void navigate({ to: "/settings/project/settings" })}
        >
          {t("settings")}
        </Menu.Item>
        <Menu.Item leftSection={<IconMoon {...icon} />} closeMenuOnClick={false} onClick={toggleTheme}>
          {t("toggleTheme")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => void goToLogout("/")}>
          {t("logout")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
