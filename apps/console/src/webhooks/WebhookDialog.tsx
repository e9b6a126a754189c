import { WEBHOOK_NAME_MAX, WEBHOOK_URL_MAX } from "@kinora/domain/webhooks/limits.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Text, TextInput } from "@mantine/core";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { EventFields } from "./EventFields.tsx";
import { FilterFields } from "./FilterFields.tsx";
import { HeaderFields } from "./HeaderFields.tsx";
import { webhooksKey, type ShownSecret, type Webhook } from "./queries.ts";
import { checkFields, lockedEvents, SERVER_NAMES, settingsOf, type WebhookFields } from "./webhook-fields.ts";

/** What the dialog begins with. */
export interface Draft {
  /** The webhook that is changed; null for a new one. */
  edited: Webhook | null;
  fields: WebhookFields;
}

interface WebhookDialogProps {
  projectId: number;
  /** Null closes the dialog. */
  draft: Draft | null;
  onSecret: (shown: ShownSecret) => void;
  onClose: () => void;
}

/** Creates a webhook or changes one. */
export function WebhookDialog({ draft, ...props }: WebhookDialogProps) {
  return draft === null ? null : <OpenDialog key={draft.edited?.id ?? "new"} draft={draft} {...props} />;
}

function OpenDialog({ projectId, draft, onSecret, onClose }: WebhookDialogProps & { draft: Draft }) {
  const { t } = useTranslation("webhooks");
  const { owner, superuser } = useViewer();
  const { edited, fields } = draft;
  const words = { nameEmpty: t("nameEmpty"), urlEmpty: t("urlEmpty"), eventsEmpty: t("eventsEmpty") };
  const form = useForm<WebhookFields>({
    saved: fields,
    version: edited?.version,
    serverNames: SERVER_NAMES,
    check: (values) => checkFields(values, words),
  });
  const { submit, saving } = useSaved({ projectId, edited, form, onSecret, onClose });
  return (
    <FormDialog
      size={560}
      title={edited ? t("editTitle", { name: edited.name }) : t("create")}
      submit={t(edited ? "save" : "create")}
      form={form}
      saving={saving}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={t("name")} required maxLength={WEBHOOK_NAME_MAX} data-autofocus {...form.text("name")} />
      {form.values.inbox ? (
        <Text className="muted">{t("inboxUrlHint")}</Text>
      ) : (
        <TextInput
          label={t("url")}
          description={t("urlHint")}
          required
          type="url"
          placeholder="https://example.com/webhooks"
          maxLength={WEBHOOK_URL_MAX}
          spellCheck={false}
          classNames={{ input: "mono" }}
          {...form.text("url")}
        />
      )}
      <EventFields
        chosen={form.values.events}
        locked={lockedEvents(owner || superuser, edited?.events ?? [])}
        error={form.error("events")}
        onChange={(events) => form.edit({ events })}
      />
      <MoreFields projectId={projectId} form={form} />
    </FormDialog>
  );
}

interface Saving extends Omit<WebhookDialogProps, "draft"> {
  edited: Webhook | null;
  form: Form<WebhookFields>;
}

/** Creates the webhook, or saves it. */
function useSaved({ projectId, edited, form, onSecret, onClose }: Saving) {
  const { t } = useTranslation("webhooks");
  const options = {
    changes: [webhooksKey(projectId)],
    failure: t("notSaved"),
    onProblem: ({ fields: refused }: { fields: Record<string, string[]> }) => form.refuse(refused),
  };
  const create = useAction(api.webhooks.createWebhook, {
    ...options,
    onDone({ data, secret }) {
      onClose();
      onSecret({ webhook: data, secret });
    },
  });
  const update = useAction(api.webhooks.updateWebhook, {
    ...options,
    stored: { queryKey: webhooksKey(projectId), show: onClose },
    onDone: onClose,
  });
  const submit = () => {
    const input = { project_id: projectId, ...settingsOf(form.values) };
    if (edited) update.mutate({ ...input, id: edited.id, version: form.version });
    else create.mutate(input);
  };
  return { submit, saving: create.isPending || update.isPending };
}

/** Of what it reports, and what it sends besides. */
function MoreFields({ projectId, form }: { projectId: number; form: Form<WebhookFields> }) {
  return (
    <>
      <FilterFields
        projectId={projectId}
        categories={form.values.categories}
        streams={form.values.streams}
        errors={{ categories: form.error("categories"), streams: form.error("streams") }}
        onChange={form.edit}
      />
      <HeaderFields
        headers={form.values.headers}
        errorAt={form.errorAt}
        error={form.errorAt("headers")}
        onChange={(headers) => form.edit({ headers })}
      />
    </>
  );
}
