import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Checkbox, Input, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { importJobsKey } from "./job-queries.ts";

const PUBLISH = ["source", "yes", "no"] as const;

interface NewFeed {
  source: string;
  publish: (typeof PUBLISH)[number];
  playlists: boolean;
  labels: boolean;
}

const EMPTY: NewFeed = { source: "", publish: "source", playlists: false, labels: true };

/** Takes the address of a feed, which the server reads; the page of the import opens at the end. */
export function NewFeedDialog({
  projectId,
  opened,
  onClose,
}: {
  projectId: number;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation("importJobs");
  const navigate = useNavigate();
  const form = useForm<NewFeed>({
    saved: EMPTY,
    check: ({ source }) =>
      /^https?:\/\/[^\s/]/i.test(source.trim()) && URL.canParse(source.trim()) ? {} : { source: t("feedWrong") },
  });
  const close = () => {
    form.reset();
    onClose();
  };
  const create = useAction(
    ({ source, ...options }: NewFeed) =>
      api.importJobs.createImportJob({ project_id: projectId, kind: "feed", source: source.trim(), options }),
    {
      changes: [importJobsKey(projectId)],
      failure: t("notCreated"),
      silent: true,
      async onDone({ data }) {
        close();
        await navigate({ to: "/upload/imports/$importId", params: { importId: String(data.id) } });
      },
      onProblem: ({ fields }) => form.refuse(fields),
    },
  );
  return (
    <FormDialog
      opened={opened}
      title={t("feedTitle")}
      submit={t("feedSubmit")}
      form={form}
      saving={create.isPending}
      onSubmit={() => create.mutate(form.values)}
      onClose={close}
    >
      <TextInput
        label={t("feedAddress")}
        description={t("feedHint")}
        required
        data-autofocus
        inputMode="url"
        spellCheck={false}
        {...form.text("source")}
      />
      <FeedOptions values={form.values} onChange={form.edit} />
    </FormDialog>
  );
}

/** What the import does with the items, as far as the person may. */
function FeedOptions({ values, onChange }: { values: NewFeed; onChange: (change: Partial<NewFeed>) => void }) {
  const { t } = useTranslation("importJobs");
  const { permissions } = useViewer();
  const { publish, playlists, labels } = values;
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
          label={t("optionPlaylists")}
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
