import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { profileQuery, profilesKey, type Profile } from "../queries.ts";
import { atFields, fieldErrors, fieldsOf, policyOf, type ProfileFields } from "./profile-fields.ts";

interface ProfileForm {
  form: Form<ProfileFields>;
  saving: boolean;
  onSave: () => void;
}

/** The form of a restriction profile: its fields, what is wrong with them, and how they are saved. */
export function useProfileForm(projectId: number, profile: Profile, readOnly: boolean): ProfileForm {
  const { t } = useTranslation("restrictions");
  const client = useQueryClient();
  const texts = {
    nameEmpty: t("nameEmpty"),
    sessionsWrong: t("sessionsWrong"),
    passwordMissing: t("passwordMissing"),
  };
  const form = useForm<ProfileFields>({
    saved: fieldsOf(profile),
    version: profile.version,
    readOnly,
    check: (fields) => fieldErrors(fields, profile.policy.password, texts),
  });
  const save = useAction(api.restrictions.updateRestriction, {
    changes: [profilesKey(projectId)],
    failure: t("notSaved"),
    onDone({ data }) {
      client.setQueryData(profileQuery(projectId, profile.id).queryKey, data);
      form.reset();
    },
    stored: { queryKey: profilesKey(projectId), show: form.reset },
    onProblem: ({ fields }) => form.refuse(atFields(fields)),
  });
  return {
    form,
    saving: save.isPending,
    onSave() {
      const { name, message, new_password: password } = form.values;
      save.mutate({
        project_id: projectId,
        id: profile.id,
        version: form.version,
        name,
        message,
        policy: policyOf(form.values),
        ...(password === "" ? {} : { new_password: password }),
      });
    },
  };
}
