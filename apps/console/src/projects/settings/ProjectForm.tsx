import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { PUBLISHED_URL_MAX } from "@kinora/domain/playback/published-url.ts";
import { PROJECT_NAME_MAX } from "@kinora/domain/projects/projects.ts";
import { IconCopyButton } from "@kinora/ui/IconCopyButton.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAction } from "../../platform/use-action.ts";
import { Autocomplete } from "../../shell/fields/Autocomplete.tsx";
import { loadCategoryOptions, projectKey, trashKey, type Project } from "../queries.ts";
import { CaptionsFields } from "./CaptionsFields.tsx";
import { fieldErrors, fieldsOf, SERVER_NAMES, settingsOf, type ProjectFields } from "./project-fields.ts";
import { RetentionFields } from "./RetentionFields.tsx";

const TIME_ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** Everything a project says about itself and its new videos; saved together. */
export function ProjectForm({ project, readOnly }: { project: Project; readOnly: boolean }) {
  const { t } = useTranslation(["projects", "layout"]);
  const client = useQueryClient();
  const categories = useStore(session, ({ config }) => config?.categories) ?? [];
  const words = {
    nameEmpty: t("nameEmpty"),
    domainEmpty: t("domainEmpty"),
    maxUploadWrong: t("maxUploadWrong"),
    daysWrong: (range: { min: number; max: number }) => t("daysWrong", range),
  };
  const form = useForm<ProjectFields>({
    saved: fieldsOf(project, categories),
    version: project.version,
    readOnly,
    serverNames: SERVER_NAMES,
    check: (fields) => fieldErrors(fields, words),
  });
  const save = useAction(api.projects.updateProject, {
    changes: [projectKey(project.id), trashKey(project.id)],
    config: true,
    stored: { queryKey: projectKey(project.id), show: form.reset },
    onDone({ project: now }) {
      client.setQueryData(projectKey(project.id), now);
      form.reset();
    },
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <SettingsForm
      form={form}
      saving={save.isPending}
      locked={t("readOnly", { permission: permissionNames.project_manage })}
      onSave={() => save.mutate({ ...settingsOf(project.id, form.values), version: form.version })}
    >
      <GeneralFields hash={project.hash} form={form} />
      <NewVideoFields projectId={project.id} form={form} />
      {project.captions_available ? <CaptionsFields form={form} /> : null}
      <RetentionFields form={form} />
    </SettingsForm>
  );
}

/** What a project is called and where it is. */
function GeneralFields({ hash, form }: { hash: string; form: Form<ProjectFields> }) {
  const { t } = useTranslation(["projects", "layout"]);
  return (
    <SettingGroup title={t("general")}>
      <TextInput label={t("name")} required maxLength={PROJECT_NAME_MAX} {...form.text("name")} />
      <TextInput label={t("domain")} required {...form.text("domain")} />
      <TextInput
        label={t("layout:projectId")}
        description={t("projectIdHint")}
        readOnly
        classNames={{ input: "mono" }}
        value={hash}
        rightSection={
          <IconCopyButton label={t("layout:copyProjectId")} onCopy={() => copyText(t("layout:projectId"), hash)} />
        }
      />
      <Select
        label={t("timezone")}
        description={t("timezoneHint")}
        searchable
        limit={80}
        {...form.choice(
          "timezone",
          TIME_ZONES.map((zone) => ({ value: zone, label: zone })),
        )}
      />
      <TextInput
        label={t("publishedUrlPattern")}
        description={t("publishedUrlHint")}
        placeholder="https://example.com/watch/{hash}"
        maxLength={PUBLISHED_URL_MAX}
        {...form.text("published_url_pattern")}
      />
    </SettingGroup>
  );
}

/** What a new video gets, and how large its file may be. */
function NewVideoFields({ projectId, form }: { projectId: number; form: Form<ProjectFields> }) {
  const { t } = useTranslation("projects");
  return (
    <SettingGroup title={t("newVideos")} text={t("newVideosText")}>
      <Select
        label={t("defaultPrivacy")}
        description={t("privacyHint")}
        {...form.choice("default_privacy", [
          { value: "unpublished", label: t("unpublished") },
          { value: "publish_when_ready", label: t("publishWhenReady") },
        ])}
      />
      <TextInput
        label={t("maxUpload")}
        description={t("maxUploadHint")}
        {...inUnit("GB")}
        {...form.text("max_upload")}
      />
      <Autocomplete
        label={t("defaultCategory")}
        placeholder={t("noCategory")}
        disabled={form.readOnly}
        queryKey={["categories", projectId]}
        load={loadCategoryOptions(projectId)}
        value={form.values.default_category}
        error={form.error("default_category")}
        onChange={(option) => form.edit({ default_category: option })}
      />
    </SettingGroup>
  );
}
