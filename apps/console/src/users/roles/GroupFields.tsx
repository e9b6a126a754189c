import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { knownPermissions, type Permission } from "@kinora/domain/people/permissions.ts";
import {
  GROUP_LEVELS,
  groupLevel,
  permissionsOf,
  ROLE_GROUPS,
  withGroupLevel,
  type RoleGroup,
} from "@kinora/domain/people/roles.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Box, Checkbox, Group, Input } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import styles from "./Roles.module.css";

interface GroupFieldsProps {
  permissions: readonly Permission[];
  /** What the role cannot lose. */
  kept?: readonly Permission[];
  onChange: (permissions: Permission[]) => void;
}

/** A role's permissions: each group as None, View or Manage, and every single one below. */
export function GroupFields(props: GroupFieldsProps) {
  const { t } = useTranslation("roles");
  const id = useId();
  return (
    <Input.Wrapper label={t("permissions")} labelElement="div" labelProps={{ id }}>
      <Box role="group" aria-labelledby={id} bd="1px solid var(--kinora-line)" bdrs="sm">
        {ROLE_GROUPS.map((group) => (
          <GroupField key={group} group={group} {...props} />
        ))}
      </Box>
    </Input.Wrapper>
  );
}

function GroupField({ group, permissions, kept = [], onChange }: GroupFieldsProps & { group: RoleGroup }) {
  const { t } = useTranslation("roles");
  const name = t(`group_${group}`);
  const level = groupLevel(group, permissions);
  const choices = level === "part" ? (["none", "view", "part", "manage"] as const) : GROUP_LEVELS;
  const toggle = (flag: Permission, on: boolean) =>
    onChange(on ? [...permissions, flag] : permissions.filter((each) => each !== flag));
  return (
    <div className={styles["group"]}>
      <Group gap="4px 16px" justify="space-between">
        <span>{name}</span>
        <Segments
          aria-label={name}
          value={level}
          data={choices.map((value) => ({ value, label: t(`level_${value}`) }))}
          onChange={(chosen) => {
            if (chosen !== "part") onChange(knownPermissions([...withGroupLevel(permissions, group, chosen), ...kept]));
          }}
        />
      </Group>
      <details>
        <summary aria-label={t("singleOf", { group: name })}>{t("single")}</summary>
        <div className={styles["flags"]}>
          {permissionsOf(group).map((flag) => (
            <Checkbox
              key={flag}
              label={permissionNames[flag]}
              checked={permissions.includes(flag)}
              disabled={kept.includes(flag)}
              onChange={(event) => toggle(flag, event.currentTarget.checked)}
            />
          ))}
        </div>
      </details>
    </div>
  );
}
