import { UPLOAD_TOKEN_NAME_MAX, UPLOAD_TOKEN_TAGS_MAX } from "@kinora/domain/uploads/upload-tokens.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Switch, Textarea, TextInput } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { loadCategories, loadTags } from "../../platform/label-options.ts";
import { useAction } from "../../platform/use-action.ts";
import { Autocomplete } from "../../shell/fields/Autocomplete.tsx";
import { ChosenLabels } from "../../shell/fields/ChosenLabels.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { uploadTokensKey, type ShownToken } from "./queries.ts";
import { checkToken, NEW_TOKEN, TITLE_KINDS, TOKEN_HOURS, tokenSettings, type TokenFields } from "./token-fields.ts";

interface TokenDialogProps {
  projectId: number;
  opened: boolean;
  onToken: (shown: ShownToken) => void;
  onClose: () => void;
}

/** Creates an upload token. */
export function TokenDialog(props: TokenDialogProps) {
  return props.opened ? <OpenDialog {...props} /> : null;
}

const serverNames = {
  uses_max: "uses",
  max_bytes: "megabytes",
  expires_at: "hours",
  title_prefix: "title",
  category_id: "category",
  tag_ids: "tags",
} as const;

function OpenDialog({ projectId, onToken, onClose }: TokenDialogProps) {
  const { t } = useTranslation("apiKeys");
  const form = useForm<TokenFields>({
    saved: NEW_TOKEN,
    serverNames,
    check: (fields) =>
      checkToken(fields, { nameEmpty: t("nameEmpty"), titleEmpty: t("titleEmpty"), number: t("notNumber") }),
  });
  const create = useAction(api.uploadTokens.createUploadToken, {
    changes: [uploadTokensKey(projectId)],
    failure: t("tokenNotCreated"),
    onProblem: ({ fields }: { fields: Record<string, string[]> }) => form.refuse(fields),
    onDone({ data, token }) {
      onClose();
      onToken({ settings: data, token });
    },
  });
  const lines = { autosize: true, minRows: 1, maxRows: 8, spellCheck: false, classNames: { input: "mono" } };
  return (
    <FormDialog
      size={560}
      title={t("createToken")}
      submit={t("createToken")}
      form={form}
      saving={create.isPending}
      onSubmit={() => create.mutate({ project_id: projectId, ...tokenSettings(form.values, new Date()) })}
      onClose={onClose}
    >
      <TextInput label={t("name")} required maxLength={UPLOAD_TOKEN_NAME_MAX} data-autofocus {...form.text("name")} />
      <TextInput label={t("usesMax")} description={t("usesMaxHint")} inputMode="numeric" {...form.text("uses")} />
      <TextInput label={t("largest")} description={t("largestHint")} {...inUnit("MB")} {...form.text("megabytes")} />
      <Select
        label={t("expires")}
        {...form.choice(
          "hours",
          TOKEN_HOURS.map((value) => ({ value, label: t(`hours_${value}`) })),
        )}
      />
      <Textarea label={t("origins")} description={t("tokenOriginsHint")} {...lines} {...form.text("origins")} />
      <VideoFields projectId={projectId} form={form} />
    </FormDialog>
  );
}

/** What the videos made with the token begin with. */
function VideoFields({ projectId, form }: { projectId: number; form: Form<TokenFields> }) {
  const { t } = useTranslation("apiKeys");
  const mayPublish = useViewer().permissions.video_publish;
  const { titleKind, category } = form.values;
  return (
    <>
      <Select
        label={t("videoTitle")}
        {...form.choice(
          "titleKind",
          TITLE_KINDS.map((value) => ({ value, label: t(`title_${value}`) })),
        )}
      />
      {titleKind === "sent" ? null : (
        <TextInput label={t(titleKind === "fixed" ? "titleFixed" : "titlePrefix")} required {...form.text("title")} />
      )}
      <Autocomplete
        label={t("videoCategory")}
        placeholder={t("categoryDefault")}
        value={category}
        error={form.error("category")}
        queryKey={["categories", projectId]}
        load={loadCategories(projectId)}
        onChange={(chosen) => form.edit({ category: chosen })}
      />
      <TagChoice projectId={projectId} form={form} />
      <Switch
        label={t("videoPublished")}
        description={mayPublish ? t("videoPublishedHint") : t("videoPublishedBeyond")}
        {...form.flag("published")}
        disabled={!mayPublish}
      />
    </>
  );
}

function TagChoice({ projectId, form }: { projectId: number; form: Form<TokenFields> }) {
  const { t } = useTranslation("apiKeys");
  const { tags } = form.values;
  const remove = (removed: string) => form.edit({ tags: tags.filter(({ name }) => name !== removed) });
  const chosen =
    tags.length === 0 ? null : <ChosenLabels key="chosen" names={tags.map(({ name }) => name)} onRemove={remove} />;
  return (
    <Autocomplete
      key={tags.length}
      label={t("videoTags")}
      value={null}
      error={form.error("tags")}
      disabled={tags.length >= UPLOAD_TOKEN_TAGS_MAX}
      without={tags.map(({ id }) => id)}
      queryKey={["tags", projectId]}
      load={loadTags(projectId)}
      below={chosen}
      onChange={(tag) => tag && form.edit({ tags: [...tags, tag] })}
    />
  );
}
