import { DownloadButton } from "@kinora/ui/DownloadButton.tsx";
import { useTranslation } from "react-i18next";
import { apiHost } from "../platform/client.ts";

/** Downloads an invoice as PDF, or as XML that programs read. */
export function FileButtons({ path }: { path: string }) {
  const { t } = useTranslation("billing");
  return (["pdf", "xml"] as const).map((format) => (
    <DownloadButton key={format} href={`${apiHost()}${path}?format=${format}`}>
      {t(format)}
    </DownloadButton>
  ));
}
