import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { profilesKey, restrictedCategoriesKey, restrictedCategoriesQuery, type Profile } from "../queries.ts";
import styles from "../Restrictions.module.css";

/** The profile of each category. */
export function CategoriesPanel({
  projectId,
  profiles,
  readOnly,
}: {
  projectId: number;
  profiles: readonly Profile[];
  readOnly: boolean;
}) {
  const { t } = useTranslation("restrictions");
  const categories = useQuery(restrictedCategoriesQuery(projectId));
  const assign = useAction(api.restrictions.assignCategoryRestriction, {
    changes: [restrictedCategoriesKey(projectId), profilesKey(projectId)],
    failure: t("notAssigned"),
  });
  if (!categories.data || categories.data.length === 0) return null;
  return (
    <Box mt="xl">
      <SettingGroup title={t("categories")} text={t("categoriesText")}>
        <ul className={styles["categories"]}>
          {categories.data.map(({ id, name, profile_id: profileId }) => (
            <li key={id}>
              <span className="truncate" title={name} dir="auto">
                {name}
              </span>
              <Select
                aria-label={name}
                disabled={readOnly}
                placeholder={t("categoryUsual")}
                clearable
                data={profiles.map((profile) => ({ value: String(profile.id), label: profile.name }))}
                value={profileId === null ? null : String(profileId)}
                onChange={(value) => assign.mutate({ id, profile_id: value === null ? null : Number(value) })}
              />
            </li>
          ))}
        </ul>
      </SettingGroup>
    </Box>
  );
}
