import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { personName } from "@kinora/ui/kit/people.ts";
import { formatAgo } from "@kinora/ui/moments.ts";
import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { linkedQuery, signInKey } from "./sign-in-queries.ts";

/** Who has signed in with the provider; one person can be unlinked. */
export function LinkedPeople({ accountId }: { accountId: number }) {
  const { t } = useTranslation("signIn");
  const pages = useInfiniteQuery(linkedQuery(accountId));
  const unlink = useAction((id: number) => api.ownProvider.unlinkSignInPerson({ account_id: accountId, user_id: id }), {
    changes: [signInKey(accountId)],
    failure: t("notUnlinked"),
  });
  const people = pages.data?.pages.flatMap(({ data }) => data);
  return (
    <SettingGroup title={t("linked")} text={t("linkedText")}>
      {pages.isError ? <QueryProblem query={pages} /> : null}
      {people?.length === 0 ? <p className="muted">{t("linkedNone")}</p> : null}
      {people?.map((person) => {
        const name = personName(person);
        const question = {
          title: t("unlinkTitle", { name }),
          text: t("unlinkText"),
          yes: t("unlink"),
          danger: true,
        };
        return (
          <SettingRow
            key={person.id}
            label={name}
            hint={t("linkedHint", { email: person.email, used: formatAgo(person.last_used_at) })}
          >
            <Button
              variant="default"
              size="xs"
              aria-label={t("unlinkOf", { name })}
              loading={unlink.isPending && unlink.variables === person.id}
              onClick={() => void unlink.mutateAfter(question, person.id)}
            >
              {t("unlink")}
            </Button>
          </SettingRow>
        );
      })}
      {pages.hasNextPage ? (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t("linkedMore")}
        </Button>
      ) : null}
    </SettingGroup>
  );
}
