import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { Autocomplete } from "../../shell/fields/Autocomplete.tsx";
import { ChosenLabels } from "../../shell/fields/ChosenLabels.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { profilesKey, restrictedCategoriesKey, restrictedCategoriesQuery, type Profile } from "../queries.ts";
import { usesOf } from "../uses.ts";

interface ProfileUsesProps {
  projectId: number;
  profile: Profile;
  readOnly: boolean;
}

/** What a profile applies to, and where it is applied: the project's default, categories and videos. */
export function ProfileUses({ projectId, profile, readOnly }: ProfileUsesProps) {
  const { t } = useTranslation("restrictions");
  const { video_view: seesVideos } = useViewer().permissions;
  const setDefault = useAction(api.restrictions.setDefaultRestriction, {
    changes: [profilesKey(projectId)],
    failure: t("notAssigned"),
  });
  const uses = usesOf(t, profile);
  return (
    <Panel title={t("appliesTo")}>
      <Stack gap="md">
        <Text>{uses === "" ? t("appliesToNothing") : uses}</Text>
        <Switch
          label={t("applyDefault")}
          checked={profile.is_default}
          disabled={readOnly || setDefault.isPending}
          onChange={({ currentTarget: { checked } }) =>
            setDefault.mutate({ project_id: projectId, id: profile.id, is_default: checked })
          }
        />
        {readOnly || !seesVideos ? null : <VideoToRestrict projectId={projectId} profileId={profile.id} />}
        <RestrictedCategories projectId={projectId} profileId={profile.id} readOnly={readOnly} />
      </Stack>
    </Panel>
  );
}

/** Gives the profile to a video, which is found by its title. */
function VideoToRestrict({ projectId, profileId }: { projectId: number; profileId: number }) {
  const { t } = useTranslation("restrictions");
  const assign = useAction(api.restrictions.assignVideoRestriction, {
    changes: [profilesKey(projectId), ["video"]],
    failure: t("notAssigned"),
  });
  return (
    <Autocomplete
      label={t("applyVideo")}
      placeholder={t("applyVideoPlaceholder")}
      value={null}
      disabled={assign.isPending}
      queryKey={["restricted-videos", projectId]}
      load={async (search, signal) => {
        const found = await api.videos.listVideos({ id: projectId, search, per_page: 20 }, { signal });
        return found.data.map(({ id, title }) => ({ id, name: title }));
      }}
      onChange={(video) => video && assign.mutate({ id: video.id, profile_id: profileId })}
    />
  );
}

/** The categories that have the profile, and a choice of the others. */
function RestrictedCategories({
  projectId,
  profileId,
  readOnly,
}: {
  projectId: number;
  profileId: number;
  readOnly: boolean;
}) {
  const { t } = useTranslation("restrictions");
  const categories = useQuery(restrictedCategoriesQuery(projectId)).data ?? [];
  const assign = useAction(api.restrictions.assignCategoryRestriction, {
    changes: [restrictedCategoriesKey(projectId), profilesKey(projectId)],
    failure: t("notAssigned"),
  });
  const own = categories.filter(({ profile_id: id }) => id === profileId);
  const others = categories.filter(({ profile_id: id }) => id !== profileId);
  if (categories.length === 0) return null;
  return (
    <div>
      {readOnly ? null : (
        <Select
          label={t("applyCategory")}
          placeholder={t("applyCategoryPlaceholder")}
          searchable
          value={null}
          disabled={others.length === 0}
          data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => id !== null && assign.mutate({ id: Number(id), profile_id: profileId })}
        />
      )}
      <ChosenLabels
        names={own.map(({ name }) => name)}
        onRemove={
          readOnly
            ? undefined
            : (name) => {
                const category = own.find((each) => each.name === name);
                if (category) assign.mutate({ id: category.id, profile_id: null });
              }
        }
      />
    </div>
  );
}
