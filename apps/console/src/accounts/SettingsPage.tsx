import { Sections } from "@kinora/ui/kit/forms/Sections.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { SettingsArea } from "../shell/forms/SettingsArea.tsx";
import { QueryProblem } from "../shell/frame/QueryProblem.tsx";
import { Later } from "../shell/menus/Later.tsx";
import { AccountFrame, useAccountId } from "./AccountFrame.tsx";
import { CloseAccountRow } from "./CloseAccountRow.tsx";
import { DetailsForm } from "./DetailsForm.tsx";
import { detailsQuery } from "./queries.ts";

const SignInPanel = lazyPart(async () => (await import("./sign-in/SignInPanel.tsx")).SignInPanel, {
  signIn: async () => (await import("./sign-in/sign-in-texts.ts")).signInTexts,
});

const ExportPanel = lazyPart(async () => (await import("./export/ExportPanel.tsx")).ExportPanel, {
  accountExport: async () => (await import("./export/export-texts.ts")).accountExportTexts,
});

/** What the account is called, who its invoices are for, how its people sign in, its plan, its invoices, its export, and closing it; for its owners. */
export default function SettingsPage({ billing }: { billing: ReactNode }) {
  const { t } = useTranslation(["accounts", "layout"]);
  const accountId = useAccountId();
  const details = useQuery({ ...detailsQuery(accountId ?? 0), enabled: accountId !== null });
  if (accountId === null) return null;
  return (
    <AccountFrame>
      {details.data ? (
        <Sections label={t("layout:onThisPage")}>
          <SettingsArea staysOnPage>
            <DetailsForm key={accountId} accountId={accountId} details={details.data} />
            <Later when>
              <SignInPanel accountId={accountId} />
            </Later>
            {billing}
            <Later when>
              <ExportPanel accountId={accountId} />
            </Later>
            <CloseAccountRow accountId={accountId} name={details.data.name} />
          </SettingsArea>
        </Sections>
      ) : details.isError ? (
        <QueryProblem query={details} />
      ) : (
        <SkeletonRows label={t("loading")} thumb={false} />
      )}
    </AccountFrame>
  );
}
