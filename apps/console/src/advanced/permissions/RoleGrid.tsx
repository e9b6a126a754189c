import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import type { Permission } from "@kinora/domain/people/permissions.ts";
import { permissionsOf, ROLE_GROUPS, type RoleGroup } from "@kinora/domain/people/roles.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { formatMoment } from "@kinora/ui/moments.ts";
import { Button, Text, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconPencil } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import type { RoleTemplate } from "./template-queries.ts";
import styles from "./Permissions.module.css";

interface RoleGridProps {
  roles: readonly RoleTemplate[];
  onEdit: (role: RoleTemplate) => void;
}

/** Permissions by built-in roles, in the groups that roles are edited in. */
export function RoleGrid({ roles, onEdit }: RoleGridProps) {
  const { t } = useTranslation("permissions");
  return (
    <>
      {/* What is scrolled needs the focus, for those without a mouse. */}
      <div className={styles["scroll"]} role="region" aria-label={t("grid")} tabIndex={0}>
        <table className={styles["grid"]}>
          <thead>
            <tr>
              <th scope="col">{t("permission")}</th>
              {roles.map((role) => (
                <RoleHead key={role.template} role={role} onEdit={onEdit} />
              ))}
            </tr>
          </thead>
          {ROLE_GROUPS.map((group) => (
            <GroupRows key={group} group={group} roles={roles} />
          ))}
        </table>
      </div>
      <Text className="note" mt="xs">
        {t("legend")}
      </Text>
    </>
  );
}

function RoleHead({ role, onEdit }: { role: RoleTemplate; onEdit: RoleGridProps["onEdit"] }) {
  const { t } = useTranslation("permissions");
  const at = role.changed_at === null ? null : formatMoment(role.changed_at);
  return (
    <th scope="col">
      <span className={styles["role"]} title={role.description}>
        {role.title}
      </span>
      <span className={styles["people"]}>{t("people", { count: role.people })}</span>
      {at === null ? null : (
        <span
          className={styles["people"]}
          title={role.changed_by ? t("changedBy", { at, name: personName(role.changed_by) }) : t("changedAt", { at })}
        >
          {t("changed")}
        </span>
      )}
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t("editRole", { title: role.title })}
        onClick={() => onEdit(role)}
        classNames={{ root: styles["button"] ?? "" }}
      >
        <span className={styles["edit"]}>{t("edit")}</span>
        <IconPencil className={styles["pencil"]} size={16} stroke={1.6} aria-hidden="true" />
      </Button>
    </th>
  );
}

function GroupRows({ group, roles }: { group: RoleGroup; roles: readonly RoleTemplate[] }) {
  const { t } = useTranslation(["permissions", "roles"]);
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={roles.length + 1} className={styles["group"]}>
          <span>{t(`roles:group_${group}`)}</span>
        </th>
      </tr>
      {permissionsOf(group).map((flag) => (
        <tr key={flag}>
          <th scope="row">
            <span>{permissionNames[flag]}</span>
            <span className={styles["about"]}>{t(`about_${flag}`)}</span>
          </th>
          {roles.map((role) => (
            <Cell key={role.template} role={role} flag={flag} />
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function Cell({ role, flag }: { role: RoleTemplate; flag: Permission }) {
  const { t } = useTranslation("permissions");
  const isHeld = role.permissions.includes(flag);
  const isDefault = isHeld === role.default_permissions.includes(flag);
  const words = isDefault ? (isHeld ? "allowed" : "notAllowed") : isHeld ? "allowedChanged" : "notAllowedChanged";
  return (
    <td data-held={isHeld} data-default={isDefault}>
      {isHeld ? <IconCheck size={16} stroke={2} aria-hidden /> : <span aria-hidden>–</span>}
      <VisuallyHidden>{t(words)}</VisuallyHidden>
    </td>
  );
}
