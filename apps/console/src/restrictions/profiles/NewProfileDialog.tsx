import { PROFILE_NAME_MAX } from "@kinora/domain/restrictions/policy.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Switch, Textarea, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { profilesKey, type Draft, type Policy, type Profile } from "../queries.ts";

interface NewProfileDialogProps {
  projectId: number;
  draft: Draft | null;
  /** The project's default profile; null for none. */
  usual: Profile | null;
  onClose: () => void;
}

/** Asks for what most profiles are: a name, the domains that can embed, and what it applies to. Its page has the other rules. */
export function NewProfileDialog({ draft, ...props }: NewProfileDialogProps) {
  return draft === null ? null : <OpenDialog key={draft.name} draft={draft} {...props} />;
}

interface NewProfile {
  name: string;
  /** One a line; none allows every page. */
  domains: string;
  is_default: boolean;
}

const domainsOf = (typed: string) => typed.split(/[\s,;]+/).filter(Boolean);

/** The rules of a draft with these domains. */
function withDomains(policy: Policy, typed: string): Policy {
  if (policy.referrers.mode === "block") return policy;
  const entries = domainsOf(typed);
  return { ...policy, referrers: { ...policy.referrers, mode: entries.length > 0 ? "only" : "all", entries } };
}

function OpenDialog({ projectId, draft, usual, onClose }: NewProfileDialogProps & { draft: Draft }) {
  const { t } = useTranslation("restrictions");
  const navigate = useNavigate();
  const { name, policy } = draft;
  const form = useForm<NewProfile>({
    // A copy is changed before it applies to anything.
    saved: { name, domains: policy.referrers.entries.join("\n"), is_default: usual === null && name === "" },
    check: (typed) => (typed.name.trim() === "" ? { name: t("nameEmpty") } : {}),
  });
  const create = useAction(api.restrictions.createRestriction, {
    changes: [profilesKey(projectId)],
    failure: t("notSaved"),
    async onDone({ data }) {
      onClose();
      await navigate({ to: "/settings/restrictions/$profileId", params: { profileId: String(data.id) } });
    },
    onProblem: ({ fields }) =>
      form.refuse(
        Object.fromEntries(
          Object.entries(fields).map(([path, messages]) => [
            path.startsWith("policy.referrers") ? "domains" : path,
            messages,
          ]),
        ),
      ),
  });
  const { values } = form;
  return (
    <FormDialog
      title={t("create")}
      submit={t("createSubmit")}
      form={form}
      saving={create.isPending}
      onSubmit={() =>
        create.mutate({
          project_id: projectId,
          name: values.name,
          policy: withDomains(policy, values.domains),
          message: "",
          is_default: values.is_default,
        })
      }
      onClose={onClose}
    >
      <TextInput label={t("name")} required maxLength={PROFILE_NAME_MAX} data-autofocus {...form.text("name")} />
      {policy.referrers.mode === "block" ? null : <Domains form={form} />}
      <Switch
        label={t("applyDefault")}
        description={usual === null ? t("applyDefaultHint") : t("applyDefaultInstead", { name: usual.name })}
        {...form.flag("is_default")}
      />
    </FormDialog>
  );
}

function Domains({ form }: { form: Form<NewProfile> }) {
  const { t } = useTranslation("restrictions");
  return (
    <Textarea
      label={t("allowedDomains")}
      description={t("allowedDomainsHint")}
      autosize
      minRows={2}
      maxRows={8}
      spellCheck={false}
      classNames={{ input: "mono" }}
      placeholder={"example.com\n*.example.com"}
      {...form.text("domains")}
    />
  );
}
