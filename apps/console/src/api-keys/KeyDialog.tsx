import { API_KEY_NAME_MAX } from "@kinora/domain/api-keys/limits.ts";
import { beyond, mayHaveOrigins, type ScopeKind } from "@kinora/domain/api-keys/scopes.ts";
import { API_KEY_SCOPES, PERMISSIONS, type Permission } from "@kinora/domain/people/permissions.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { formatMoment } from "@kinora/ui/moments.ts";
import { Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { checkFields, EXPIRIES, fieldsOf, newKey, scopesOf, settingsOf, type KeyFields } from "./key-fields.ts";
import { apiKeysKey, type ApiKey, type ShownSecret } from "./queries.ts";
import { ResourceFields } from "./ResourceFields.tsx";

interface KeyDialogProps {
  projectId: number;
  opened: boolean;
  /** The key that is changed; null for a new one. */
  edited: ApiKey | null;
  onSecret: (shown: ShownSecret) => void;
  onClose: () => void;
}

/** Creates a key or changes one. */
export function KeyDialog(props: KeyDialogProps) {
  return props.opened ? <OpenDialog key={props.edited?.id ?? "new"} {...props} /> : null;
}

const serverNames = { scopes: "scope", expires_at: "expiry" } as const;

function OpenDialog({ projectId, edited, onSecret, onClose }: KeyDialogProps) {
  const { t } = useTranslation("apiKeys");
  const held = useHeldPermissions();
  const [saved] = useState(() => (edited ? fieldsOf(edited) : newKey(firstScope(held))));
  const form = useForm<KeyFields>({
    saved,
    version: edited?.version,
    serverNames,
    check: (fields) => checkFields(fields, { nameEmpty: t("nameEmpty"), scopesEmpty: t("scopesEmpty") }),
  });
  const options = {
    changes: [apiKeysKey(projectId)],
    failure: t("notSaved"),
    onProblem: ({ fields }: { fields: Record<string, string[]> }) => form.refuse(fields),
  };
  const create = useAction(api.apiKeys.createApiKey, {
    ...options,
    onDone({ data, secret }) {
      onClose();
      onSecret({ key: data, secret });
    },
  });
  const update = useAction(api.apiKeys.updateApiKey, {
    ...options,
    stored: { queryKey: apiKeysKey(projectId), show: onClose },
    onDone: onClose,
  });
  const submit = () => {
    const settings = { project_id: projectId, ...settingsOf(form.values, edited?.expires_at ?? null, new Date()) };
    if (edited) update.mutate({ ...settings, id: edited.id, version: form.version });
    else create.mutate(settings);
  };
  return (
    <FormDialog
      size={560}
      title={edited ? t("editTitle", { name: edited.name }) : t("create")}
      submit={t(edited ? "save" : "create")}
      form={form}
      saving={create.isPending || update.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={t("name")} required maxLength={API_KEY_NAME_MAX} data-autofocus {...form.text("name")} />
      <ScopeField form={form} held={held} />
      {form.values.scope === "custom" ? (
        <ResourceFields
          permissions={form.values.permissions}
          held={held}
          error={form.error("permissions")}
          onChange={(permissions) => form.edit({ permissions })}
        />
      ) : null}
      <LimitFields form={form} edited={edited} />
    </FormDialog>
  );
}

function useHeldPermissions(): ReadonlySet<Permission> {
  const { permissions } = useViewer();
  return new Set(PERMISSIONS.filter((permission) => permissions[permission]));
}

const isBeyond = (scope: ScopeKind, held: ReadonlySet<Permission>): boolean =>
  scope !== "custom" && beyond([scope], held).length > 0;

/** What a new key may do at first: reading, where its creator may. */
const firstScope = (held: ReadonlySet<Permission>): ScopeKind => (isBeyond("read", held) ? "custom" : "read");

function ScopeField({ form, held }: { form: Form<KeyFields>; held: ReadonlySet<Permission> }) {
  const { t } = useTranslation("apiKeys");
  const choices = [...API_KEY_SCOPES, "custom" as const].map((value) => {
    const scope = t(`scope_${value}`);
    const disabled = isBeyond(value, held);
    return { value, disabled, label: disabled ? t("scopeBeyond", { scope }) : scope };
  });
  return (
    <Select label={t("scope")} description={t(`scopeText_${form.values.scope}`)} {...form.choice("scope", choices)} />
  );
}

function LimitFields({ form, edited }: { form: Form<KeyFields>; edited: ApiKey | null }) {
  const { t } = useTranslation("apiKeys");
  const lines = { autosize: true, minRows: 1, maxRows: 8, spellCheck: false, classNames: { input: "mono" } };
  const kept = edited?.expires_at ?? null;
  const expiries = EXPIRIES.filter((value) => value !== "keep" || kept !== null).map((value) => ({
    value,
    label: value === "keep" ? t("expiry_keep", { at: kept === null ? "" : formatMoment(kept) }) : t(`expiry_${value}`),
  }));
  return (
    <>
      <Select label={t("expiry")} {...form.choice("expiry", expiries)} />
      <Textarea label={t("addresses")} description={t("addressesHint")} {...lines} {...form.text("addresses")} />
      {mayHaveOrigins(scopesOf(form.values)) ? (
        <Textarea label={t("origins")} description={t("originsHint")} {...lines} {...form.text("origins")} />
      ) : null}
    </>
  );
}
