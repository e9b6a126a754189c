import { Menu } from "@kinora/ui/floats.ts";
import type { OpenedLater } from "@kinora/ui/kit/OpensLater.tsx";
import { IconChecklist, IconLogout, IconMoon, IconSettings, IconUser } from "@tabler/icons-react";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { profileUrl } from "../../platform/departures.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { goToLogout } from "../../platform/logout.ts";
import { goTo } from "../../platform/place.ts";
import { rememberFirstSteps } from "../../platform/preferences.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { toggleTheme } from "../../platform/theme.ts";
import styles from "./TopBar.module.css";

const icon = { size: 16, stroke: 1.6 } as const;

/** Profile, settings, theme and logout (spec §2). */
export function UserMenuItems({ target, opened, onChange }: OpenedLater) {
  const { t } = useTranslation("layout");
  const navigate = useNavigate();
  const router = useRouter();
  const user = useStore(session, (value) => value.user);
  const loginHost = useStore(session, (value) => value.loginHost);
  const config = useStore(session, (value) => value.config);
  if (user === null) return target;
  const showFirstSteps = async () => {
    if (!(await goTo(router, "/dashboard"))) return;
    await rememberFirstSteps((known) => [...known.filter((each) => each !== "dismissed"), "shown"]);
  };
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email;
  const role = user.role?.title ?? null;
  return (
    <Menu opened={opened} onChange={onChange} position="bottom-end" width={220} offset={8}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <div className={styles["who"]}>
          <p className={styles["name"]} dir="auto">
            {name}
          </p>
          <p className="note">
            {[name === user.email ? null : user.email, role].filter((part) => part !== null).join(" · ")}
          </p>
        </div>
        <Menu.Divider />
        {loginHost === null || config?.acting ? null : (
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
        {config?.permissions.video_add ? (
          <Menu.Item leftSection={<IconChecklist {...icon} />} onClick={() => void showFirstSteps()}>
            {t("firstSteps")}
          </Menu.Item>
        ) : null}
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
