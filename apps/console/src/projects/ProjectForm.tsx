import { PROJECT_NAME_MAX } from "@kinora/domain/projects.ts";
import { PUBLISHED_URL_MAX } from "@kinora/domain/publishedUrl.ts";
import { IconCopyButton } from "@kinora/ui/IconCopyButton.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { TextInput } from "@mantine/core";
import { useRef, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { Autocomplete } from "../layout/Autocomplete.tsx";
import { SaveBar } from "../layout/SaveBar.tsx";
import { SelectLater } from "../layout/SelectLater.tsx";
import type { AutocompleteOption } from "../layout/useAutocomplete.ts";
import { useUnsaved } from "../layout/useUnsaved.ts";
import { api } from "../platform/client.ts";
import { copyText } from "../platform/clipboard.ts";
import { fieldMessage } from "../platform/problem.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { fieldErrors, fieldsOf, settingsOf, type FieldErrors, type ProjectFields } from "./projectFields.ts";
import { loadCategoryOptions, projectKey, trashKey, type Project } from "./queries.ts";
import { RetentionFields } from "./RetentionFields.tsx";
import { useSettingsCall } from "./useSettingsCall.ts";
import styles from "./Settings.module.css";

const TIME_ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** The names the server uses where they differ from the form's. */
const SERVER_FIELDS = { max_upload: "max_upload_bytes" } as const;

/** Everything a project says about itself and its new videos; saved together. */
export function ProjectForm({ project, readOnly }: { project: Project; readOnly: boolean }) {
  const { t } = useTranslation(["projects", "layout"]);
  const categories = useStore(session, ({ config }) => config?.categories) ?? [];
  const [saved, setSaved] = useState(() => fieldsOf(project));
  const [fields, setFields] = useState(saved);
  const [errors, setErrors] = useState<FieldErrors>({});
  const categoryOf = (id: string | null) => categories.find((each) => String(each.id) === id) ?? null;
  const [category, setCategory] = useState<AutocompleteOption | null>(() => categoryOf(saved.default_category_id));
  const form = useRef<HTMLFormElement>(null);
  const dirty = JSON.stringify(fields) !== JSON.stringify(saved);
  useUnsaved(dirty, form);

  const save = useSettingsCall({
    call: api.projects.updateProject,
    changes: [projectKey(project.id), trashKey(project.id)],
    config: true,
    onDone({ project: now }) {
      setSaved(fieldsOf(now));
      setFields(fieldsOf(now));
      setErrors({});
    },
    onProblem(problem) {
      const names = Object.keys(fields) as (keyof ProjectFields)[];
      const about = names.flatMap((name) => {
        const message = fieldMessage(problem, name in SERVER_FIELDS ? SERVER_FIELDS.max_upload : name);
        return message === null ? [] : [[name, message] as const];
      });
      setErrors(Object.fromEntries(about));
      return about.length > 0;
    },
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!dirty || save.isPending || readOnly) return;
    const wrong = fieldErrors(fields, {
      nameEmpty: t("nameEmpty"),
      domainEmpty: t("domainEmpty"),
      maxUploadWrong: t("maxUploadWrong"),
      daysWrong: (range) => t("daysWrong", range),
    });
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) save.mutate(settingsOf(project.id, fields));
  };

  const edit = (change: Partial<ProjectFields>) => {
    setFields({ ...fields, ...change });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in change))));
  };
  const text = (name: "name" | "domain" | "max_upload" | "published_url_pattern") => ({
    name,
    readOnly,
    value: fields[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => edit({ [name]: event.currentTarget.value }),
  });

  return (
    <form ref={form} onSubmit={submit} noValidate className={styles["stack"]}>
      <Panel title={t("general")}>
        <div className={styles["fields"]}>
          <TextInput label={t("name")} required maxLength={PROJECT_NAME_MAX} {...text("name")} />
          <TextInput label={t("domain")} required {...text("domain")} />
          <TextInput
            label={t("layout:projectId")}
            description={t("projectIdHint")}
            readOnly
            classNames={{ input: "mono" }}
            value={project.hash}
            rightSection={
              <IconCopyButton
                label={t("layout:copyProjectId")}
                onCopy={() => copyText(t("layout:projectId"), project.hash)}
              />
            }
          />
          <SelectLater
            label={t("timezone")}
            description={t("timezoneHint")}
            searchable
            allowDeselect={false}
            disabled={readOnly}
            data={TIME_ZONES}
            limit={80}
            value={fields.timezone}
            error={errors.timezone}
            onChange={(zone) => edit({ timezone: zone ?? "UTC" })}
          />
        </div>
      </Panel>
      <Panel title={t("publishedUrl")}>
        <TextInput
          label={t("publishedUrlPattern")}
          description={t("publishedUrlHint")}
          placeholder="https://example.com/watch/{hash}"
          maxLength={PUBLISHED_URL_MAX}
          {...text("published_url_pattern")}
        />
      </Panel>
      <Panel title={t("newVideos")}>
        <p className={styles["note"]}>{t("newVideosText")}</p>
        <div className={styles["fields"]}>
          <SelectLater
            label={t("defaultPrivacy")}
            description={t("privacyHint")}
            allowDeselect={false}
            disabled={readOnly}
            data={[
              { value: "unpublished", label: t("unpublished") },
              { value: "publish_when_ready", label: t("publishWhenReady") },
            ]}
            value={fields.default_privacy}
            onChange={(privacy) => edit({ default_privacy: privacy ?? "unpublished" })}
          />
          <TextInput
            label={t("maxUpload")}
            description={t("maxUploadHint")}
            inputMode="decimal"
            {...text("max_upload")}
          />
          <Autocomplete
            label={t("defaultCategory")}
            placeholder={t("noCategory")}
            disabled={readOnly}
            queryKey={["categories", project.id]}
            load={loadCategoryOptions(project.id)}
            value={category}
            error={errors.default_category_id}
            onChange={(option) => {
              setCategory(option);
              edit({ default_category_id: option === null ? null : String(option.id) });
            }}
          />
        </div>
      </Panel>
      <RetentionFields fields={fields} errors={errors} readOnly={readOnly} onEdit={edit} />
      {dirty ? (
        <SaveBar
          saving={save.isPending}
          onDiscard={() => {
            setFields(saved);
            setCategory(categoryOf(saved.default_category_id));
            setErrors({});
          }}
        />
      ) : null}
    </form>
  );
}
