import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAction } from "../../platform/use-action.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";

const CALLS = {
  video: { get: api.restrictions.getVideoRestriction, assign: api.restrictions.assignVideoRestriction },
  stream: { get: api.restrictions.getStreamRestriction, assign: api.restrictions.assignStreamRestriction },
  playlist: { get: api.restrictions.getPlaylistRestriction, assign: api.restrictions.assignPlaylistRestriction },
} as const;

/** What has a restriction profile. */
interface Restricted {
  kind: keyof typeof CALLS;
  id: number;
  /** Its public id, by which the simulator knows it. */
  hash: string;
}

const keyOf = ({ kind, id }: Pick<Restricted, "kind" | "id">) => [kind, id, "restriction"] as const;
type EffectiveProfile = Awaited<ReturnType<typeof api.restrictions.getVideoRestriction>>["data"];

/** The restriction profile of a video, livestream or playlist: its own, or which one it inherits and what that restricts. */
export function RestrictionPanel(restricted: Restricted) {
  const { t } = useTranslation("restriction");
  const found = useQuery({
    queryKey: keyOf(restricted),
    queryFn: async ({ signal }) => (await CALLS[restricted.kind].get({ id: restricted.id }, { signal })).data,
  });
  if (found.isError) return <QueryProblem query={found} />;
  if (!found.data) return <SkeletonRows label={t("title")} thumb={false} />;
  return <Effective restricted={restricted} effective={found.data} />;
}

function Effective({ restricted, effective }: { restricted: Restricted; effective: EffectiveProfile }) {
  const { t } = useTranslation("restriction");
  const client = useQueryClient();
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const { permissions } = useViewer();
  const mayList = permissions.referrer_restrictions_view || permissions.restrictions_manage;
  const profiles = useQuery({
    queryKey: ["restrictions", projectId],
    queryFn: ({ signal }) => api.restrictions.listRestrictions({ project_id: projectId ?? 0 }, { signal }),
    enabled: projectId !== null && mayList,
  });
  const assign = useAction(CALLS[restricted.kind].assign, {
    changes: [["restrictions"]],
    failure: t("notChanged"),
    onDone({ data }) {
      client.setQueryData(keyOf(restricted), data);
    },
  });
  const { profile, from, rules } = effective;
  return (
    <SettingGroup title={t("title")}>
      <Select
        label={t("profile")}
        description={
          profile === null || from === null
            ? t(`none_${restricted.kind}`)
            : t(`from_${from}_${restricted.kind}`, { name: profile.name })
        }
        disabled={!permissions.restrictions_manage}
        allowDeselect={false}
        data={[
          { value: "", label: t("inherit") },
          ...(profiles.data?.data ?? (profile ? [profile] : [])).map(({ id, name }) => ({
            value: String(id),
            label: name,
          })),
        ]}
        value={from === "own" && profile ? String(profile.id) : ""}
        onChange={(value) => assign.mutate({ id: restricted.id, profile_id: value ? Number(value) : null })}
      />
      {profile === null ? null : (
        <SettingRow label={t("rules")}>
          <Text>{rules.join(" · ") || t(`none_${restricted.kind}`)}</Text>
          {mayList ? (
            <Link
              to="/settings/restrictions/$profileId"
              params={{ profileId: String(profile.id) }}
              search={restricted.kind === "playlist" ? { playlist: restricted.hash } : { video: restricted.hash }}
            >
              {t("test")}
            </Link>
          ) : null}
        </SettingRow>
      )}
    </SettingGroup>
  );
}
