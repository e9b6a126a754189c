import { KEY_RESOURCES, levelPermissions, levelsOf, type KeyResource } from "@kinora/domain/api-keys/scopes.ts";
import type { Permission } from "@kinora/domain/people/permissions.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Box, Input } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { levelOf, withLevel } from "./key-fields.ts";
import styles from "./ApiKeys.module.css";

/** What a custom key may do with each resource, as far as the person may themselves. */
export function ResourceFields({
  permissions,
  held,
  error,
  onChange,
}: {
  permissions: readonly Permission[];
  held: ReadonlySet<Permission>;
  error: string | undefined;
  onChange: (permissions: Permission[]) => void;
}) {
  const { t } = useTranslation("apiKeys");
  const id = useId();
  return (
    <Input.Wrapper
      label={t("resources")}
      description={t("resourcesText")}
      error={error}
      labelElement="div"
      labelProps={{ id }}
    >
      <Box role="group" aria-labelledby={id} bd="1px solid var(--kinora-line)" bdrs="sm">
        {KEY_RESOURCES.map((resource) => (
          <ResourceField
            key={resource.name}
            resource={resource}
            permissions={permissions}
            held={held}
            onChange={onChange}
          />
        ))}
      </Box>
    </Input.Wrapper>
  );
}

function ResourceField({
  resource,
  permissions,
  held,
  onChange,
}: {
  resource: KeyResource;
  permissions: readonly Permission[];
  held: ReadonlySet<Permission>;
  onChange: (permissions: Permission[]) => void;
}) {
  const { t } = useTranslation("apiKeys");
  const name = t(`resource_${resource.name}`);
  const level = levelOf(permissions, resource);
  const levels = levelsOf(resource).filter(
    (each) => each === level || levelPermissions(resource, each).every((permission) => held.has(permission)),
  );
  const choices = [...levels, ...(level === "part" ? (["part"] as const) : [])];
  return (
    <div className={styles["resource"]}>
      <span>{name}</span>
      <Segments
        aria-label={name}
        value={level}
        data={choices.map((value) => ({ value, label: t(`level_${value}`) }))}
        disabled={choices.length === 1}
        onChange={(chosen) => {
          if (chosen !== "part") onChange(withLevel(permissions, resource, chosen));
        }}
      />
    </div>
  );
}
