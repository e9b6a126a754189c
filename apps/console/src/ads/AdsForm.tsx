import { AD_MODES } from "@kinora/domain/ads/ad-settings.ts";
import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Box, Button, TextInput } from "@mantine/core";
import { IconAd2 } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { fieldsOf, settingsOf, type AdFields } from "./ad-fields.ts";
import { ExclusionFields } from "./ExclusionFields.tsx";
import { LimitFields } from "./LimitFields.tsx";
import { adsQuery, schedulesQuery, type ProjectAds } from "./queries.ts";
import { ScheduleFields } from "./ScheduleFields.tsx";
import { SourceFields } from "./SourceFields.tsx";
import { TargetFields } from "./TargetFields.tsx";

/** A schedule of a project, saved together. */
export function AdsForm({ projectId, ads, readOnly }: { projectId: number; ads: ProjectAds; readOnly: boolean }) {
  const { t } = useTranslation("ads");
  const client = useQueryClient();
  const form = useForm<AdFields>({ saved: fieldsOf(ads), version: ads.version, readOnly });
  const store = async ({ version, ...fields }: AdFields & { version: number | undefined }) => {
    const { name, category_ids: categoryIds, ...settings } = settingsOf(fields);
    // The default one has an id once it was saved.
    if (ads.id === null) return api.ads.saveAds({ project_id: projectId, version, ...settings });
    const target = { project_id: projectId, id: ads.id, version, name, category_ids: categoryIds };
    return api.ads.updateAdSchedule({ ...target, ...settings });
  };
  const save = useAction(store, {
    changes: [schedulesQuery(projectId).queryKey],
    stored: { queryKey: adsQuery(projectId, ads.id).queryKey, show: form.reset },
    onDone({ data }) {
      if (ads.is_default) client.setQueryData(adsQuery(projectId, null).queryKey, data);
      if (ads.id !== null) client.setQueryData(adsQuery(projectId, ads.id).queryKey, data);
      form.reset();
    },
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const { mode } = form.values;
  return (
    <SettingsForm
      form={form}
      saving={save.isPending}
      locked={t("readOnly", { permission: permissionNames.ads_manage })}
      onSave={() => save.mutate({ ...form.values, version: form.version })}
    >
      {ads.id === null ? null : <TargetFields projectId={projectId} form={form} isDefault={ads.is_default} />}
      <div>
        <Segments
          aria-label={t("mode")}
          data={AD_MODES.map((value) => ({ value, label: t(`mode_${value}`) }))}
          value={mode}
          disabled={readOnly}
          onChange={(next) => form.edit({ mode: next })}
        />
      </div>
      <ModeFields form={form} ads={ads} />
      {mode === "off" ? null : (
        <>
          <LimitFields form={form} />
          <ExclusionFields projectId={projectId} form={form} />
        </>
      )}
    </SettingsForm>
  );
}

/** What the chosen mode needs. */
function ModeFields({ form, ads }: { form: Form<AdFields>; ads: ProjectAds }) {
  const { t } = useTranslation("ads");
  const { readOnly } = form;
  const { mode, single, vmap_tag: vmapTag } = form.values;
  const demo = ads.demo_tags.find(({ url }) => url.endsWith("/skippable.xml"))?.url ?? "";
  return (
    <>
      {mode === "off" ? (
        <Box bd="1px solid var(--kinora-line)" bdrs="md">
          <EmptyState
            icon={<IconAd2 size={22} stroke={1.6} />}
            title={t("emptyTitle")}
            action={
              readOnly ? undefined : (
                <Button onClick={() => form.edit({ mode: "single", single: { ...single, tags: [demo] } })}>
                  {t("useDemo")}
                </Button>
              )
            }
          >
            {t("emptyText")}
          </EmptyState>
        </Box>
      ) : null}
      {mode === "single" ? (
        <SettingGroup title={t("single")}>
          <SourceFields
            source={single}
            path="single"
            errorAt={form.errorAt}
            readOnly={readOnly}
            onChange={(source) => form.edit({ single: source })}
          />
        </SettingGroup>
      ) : null}
      {mode === "schedule" ? <ScheduleFields form={form} /> : null}
      {mode === "vmap" ? (
        <SettingGroup title={t("vmap")}>
          <TextInput
            label={t("vmapTag")}
            description={t("vmapHint")}
            placeholder="https://ads.example.com/vmap?cb={cachebuster}"
            classNames={{ input: "mono" }}
            spellCheck={false}
            readOnly={readOnly}
            value={vmapTag}
            error={form.error("vmap_tag")}
            onChange={({ currentTarget }) => form.edit({ vmap_tag: currentTarget.value })}
          />
        </SettingGroup>
      ) : null}
    </>
  );
}
