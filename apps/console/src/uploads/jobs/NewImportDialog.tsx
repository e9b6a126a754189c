import { ARCHIVE_MAX_BYTES } from "@kinora/domain/imports/archive.ts";
import { readBucketAddress } from "@kinora/domain/imports/bucket-address.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm, type Form, type FormErrors } from "@kinora/ui/kit/forms/use-form.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Checkbox, Input } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { importJobsKey } from "./job-queries.ts";
import { EMPTY_IMPORT, PUBLISH, SOURCES, type NewImport } from "./new-import.ts";
import { sendArchive } from "./send-archive.ts";
import { SourceFields } from "./SourceFields.tsx";

/** Takes where the videos are, which the server reads; the page of the import opens at the end. */
export function NewImportDialog({
  projectId,
  opened,
  onClose,
}: {
  projectId: number;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation("importJobs");
  const form = useForm<NewImport>({ saved: EMPTY_IMPORT, check: useCheck() });
  const close = () => {
    form.reset();
    onClose();
  };
  const create = useCreateImport(projectId, form, close);
  const { kind } = form.values;
  return (
    <FormDialog
      opened={opened}
      title={t("newTitle")}
      submit={t("newSubmit")}
      form={form}
      saving={create.isPending}
      onSubmit={() => create.mutate(form.values)}
      onClose={close}
    >
      <Input.Wrapper label={t("source")} labelElement="div">
        <Segments
          fullWidth
          aria-label={t("source")}
          value={kind}
          data={SOURCES.map((value) => ({ value, label: t(`kind_${value}`) }))}
          onChange={(value) => form.edit({ kind: value, source: "" })}
        />
      </Input.Wrapper>
      <SourceFields form={form} />
      <ImportOptions values={form.values} onChange={form.edit} />
    </FormDialog>
  );
}

/** Creates the import, sends its archive where it has one, and opens its page. */
function useCreateImport(projectId: number, form: Form<NewImport>, onCreated: () => void) {
  const { t } = useTranslation("importJobs");
  const navigate = useNavigate();
  return useAction(
    async ({ kind, source, keys, archive, ...options }: NewImport) => {
      const asked = { project_id: projectId, kind, options };
      if (kind === "feed") return api.importJobs.createImportJob({ ...asked, source: source.trim() });
      if (kind === "bucket") return api.importJobs.createImportJob({ ...asked, source: source.trim(), keys });
      if (!archive) throw new Error("No archive was chosen.");
      const { name, size } = archive;
      const answer = await api.importJobs.createImportJob({ ...asked, source: name, archive_bytes: size });
      void sendArchive(projectId, answer.data.id, archive, 0);
      return answer;
    },
    {
      changes: [importJobsKey(projectId)],
      failure: t("notCreated"),
      silent: true,
      async onDone({ data }) {
        onCreated();
        await navigate({ to: "/upload/imports/$importId", params: { importId: String(data.id) } });
      },
      onProblem: ({ fields }) => form.refuse(fields),
    },
  );
}

/** What is missing or mistyped. */
function useCheck(): (values: NewImport) => FormErrors {
  const { t } = useTranslation("importJobs");
  const checkArchive = (archive: File | null): FormErrors => {
    if (archive === null || archive.size === 0) return { archive: t("archiveMissing") };
    return archive.size > ARCHIVE_MAX_BYTES ? { archive: t("archiveTooLarge") } : {};
  };
  return ({ kind, source, keys, archive }) => {
    if (kind === "archive") return checkArchive(archive);
    const address = source.trim();
    if (kind === "feed")
      return /^https?:\/\/[^\s/]/i.test(address) && URL.canParse(address) ? {} : { source: t("feedWrong") };
    return {
      ...(readBucketAddress(address) ? {} : { source: t("bucketWrong") }),
      ...(keys.access_key_id.trim() === "" ? { "keys.access_key_id": t("accessKeyMissing") } : {}),
      ...(keys.secret_access_key.trim() === "" ? { "keys.secret_access_key": t("secretKeyMissing") } : {}),
    };
  };
}

/** What the import does with the items, as far as the person may. */
function ImportOptions({ values, onChange }: { values: NewImport; onChange: (change: Partial<NewImport>) => void }) {
  const { t } = useTranslation("importJobs");
  const { permissions } = useViewer();
  const { kind, publish, playlists, labels } = values;
  return (
    <>
      {permissions.video_publish ? (
        <Input.Wrapper label={t("optionPublish")} labelElement="div">
          <Segments
            fullWidth
            aria-label={t("optionPublish")}
            value={publish}
            data={PUBLISH.map((value) => ({ value, label: t(`publish_${value}`) }))}
            onChange={(value) => onChange({ publish: value })}
          />
        </Input.Wrapper>
      ) : null}
      {permissions.playlist_manage ? (
        <Checkbox
          label={t(`optionPlaylists_${kind}`)}
          checked={playlists}
          onChange={({ currentTarget }) => onChange({ playlists: currentTarget.checked })}
        />
      ) : null}
      <Checkbox
        label={t("optionLabels")}
        checked={labels}
        onChange={({ currentTarget }) => onChange({ labels: currentTarget.checked })}
      />
    </>
  );
}
