import { DangerRow } from "@kinora/ui/kit/forms/DangerRow.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { DomainList } from "./DomainList.tsx";
import { LinkedPeople } from "./LinkedPeople.tsx";
import { ProviderForm } from "./ProviderForm.tsx";
import { signInKey, signInQuery } from "./sign-in-queries.ts";

/** The organization's own provider and its mail domains; for owners of the account. */
export function SignInPanel({ accountId }: { accountId: number }) {
  const { t } = useTranslation("signIn");
  const signIn = useQuery(signInQuery(accountId));
  const remove = useAction(() => api.ownProvider.removeAccountSignIn({ account_id: accountId }), {
    changes: [signInKey(accountId)],
    failure: t("notRemoved"),
  });
  if (signIn.isError) return <QueryProblem query={signIn} />;
  if (!signIn.data) return <SkeletonRows label={t("loading")} thumb={false} />;
  const question = { title: t("removeTitle"), text: t("removeText"), yes: t("remove"), danger: true };
  return (
    <>
      <ProviderForm key={accountId} accountId={accountId} signIn={signIn.data} />
      <DomainList accountId={accountId} domains={signIn.data.domains} />
      {signIn.data.provider ? <LinkedPeople accountId={accountId} /> : null}
      {signIn.data.provider ? (
        <SettingGroup title={t("end")}>
          <DangerRow
            title={t("remove")}
            text={t("removeText")}
            busy={remove.isPending}
            onAct={() => void remove.mutateAfter(question, undefined)}
          />
        </SettingGroup>
      ) : null}
    </>
  );
}
