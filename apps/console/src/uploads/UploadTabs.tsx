import { useTranslation } from "../platform/i18n.ts";
import { PageTabs } from "../shell/tabs/PageTabs.tsx";

/** The pages about what comes into a project. */
export function UploadTabs() {
  const { t } = useTranslation("uploads");
  return (
    <PageTabs
      label={t("tabs")}
      tabs={[
        { to: "/upload", label: t("tabUpload") },
        { to: "/upload/imports", label: t("tabImports") },
        { to: "/upload/logs", label: t("tabLogs") },
      ]}
    />
  );
}
