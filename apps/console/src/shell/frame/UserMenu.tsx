import { OpensLater } from "@kinora/ui/kit/OpensLater.tsx";
import { laterCode } from "@kinora/ui/later.ts";
import { Avatar, UnstyledButton } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import styles from "./TopBar.module.css";

const code = laterCode(async () => (await import("./UserMenuItems.tsx")).UserMenuItems);

/** The avatar with the first letter of the role; behind it the person's own menu. */
export function UserMenu() {
  const { t } = useTranslation("layout");
  const user = useStore(session, (value) => value.user);
  if (user === null) return null;
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email;
  const initials =
    `${user.first_name.slice(0, 1)}${user.last_name.slice(0, 1)}`.toUpperCase() || user.email.slice(0, 1).toUpperCase();
  const role = user.role?.title ?? null;
  return (
    <OpensLater code={code} given={{}}>
      <UnstyledButton
        className={styles["avatar"] ?? ""}
        aria-label={role === null ? t("userMenuWithoutRole", { name }) : t("userMenu", { name, role })}
      >
        <span className={styles["picture"]}>
          <Avatar size={30} radius="xl" src={user.avatar_url} alt="" color="cobalt">
            {initials}
          </Avatar>
          {role === null ? null : (
            <span className={styles["role"]} aria-hidden="true">
              {role.slice(0, 1).toUpperCase()}
            </span>
          )}
        </span>
      </UnstyledButton>
    </OpensLater>
  );
}
