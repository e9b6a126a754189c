import { IconCopy, IconStar, IconTrash } from "@tabler/icons-react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { useCurlAction } from "../../shell/menus/use-curl-action.tsx";
import { profilesKey, type Draft, type Profile } from "../queries.ts";

const icon = { size: 16, stroke: 1.6 } as const;

export function useProfileMenu(projectId: number, onCopy: (draft: Draft) => void) {
  const { t } = useTranslation("restrictions");
  const curl = useCurlAction();
  const options = { changes: [profilesKey(projectId)], failure: t("notSaved") };
  const setDefault = useAction(
    ({ id, is_default: isDefault }: Profile) =>
      api.restrictions.setDefaultRestriction({ project_id: projectId, id, is_default: !isDefault }),
    options,
  );
  const remove = useAction(({ id }: Profile) => api.restrictions.deleteRestriction({ project_id: projectId, id }), {
    ...options,
    failure: t("notDeleted"),
  });
  return (profile: Profile) => [
    {
      label: t(profile.is_default ? "endDefault" : "makeDefault"),
      icon: <IconStar {...icon} />,
      onChoose: () => setDefault.mutate(profile),
    },
    {
      label: t("duplicate"),
      icon: <IconCopy {...icon} />,
      // The password stays with its profile.
      onChoose: () =>
        onCopy({ name: t("copyOf", { name: profile.name }), policy: { ...profile.policy, password: false } }),
    },
    curl(`/projects/${projectId}/restrictions/${profile.id}`),
    {
      label: t("delete"),
      icon: <IconTrash {...icon} />,
      danger: true,
      onChoose: () =>
        void remove.mutateAfter(
          {
            title: t("deleteTitle", { name: profile.name }),
            text: `${t("deleteSure")} ${t("deleteText")}`,
            yes: t("delete"),
            danger: true,
          },
          profile,
        ),
    },
  ];
}
