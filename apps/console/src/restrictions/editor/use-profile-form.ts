import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../platform/client.ts";
import { confirm } from "../../platform/confirm.ts";
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
    onProblem({ status, message, fields }) {
      if (status !== 409) return form.refuse(atFields(fields));
      void offerNewer(message);
      return true;
    },
  });
  /** Somebody else saved meanwhile: what they saved takes the place of what is edited, or stays unseen for now. */
  const offerNewer = async (message: string | null) => {
    const question = { title: t("changedTitle"), text: message ?? t("notSaved"), yes: t("loadAgain"), danger: false };
    if (!(await confirm(question))) return;
    await client.invalidateQueries({ queryKey: profilesKey(projectId) });
    form.reset();
  };
  return {
    form,
    saving: save.isPending,
    onSave() {
      const { version, name, message, new_password: password } = form.values;
      save.mutate({
        project_id: projectId,
        id: profile.id,
        version,
        name,
        message,
        policy: policyOf(form.values),
        ...(password === "" ? {} : { new_password: password }),
      });
    },
  };
}
