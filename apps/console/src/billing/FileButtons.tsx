import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { apiHost } from "../platform/client.ts";

/** Downloads an invoice as PDF, or as XML that programs read. */
export function FileButtons({ path }: { path: string }) {
  const { t } = useTranslation("billing");
  return (["pdf", "xml"] as const).map((format) => (
    <Button
      key={format}
      variant="default"
      component="a"
      href={`${apiHost()}${path}?format=${format}`}
      download
      leftSection={<IconDownload size={16} stroke={1.6} />}
    >
      {t(format)}
    </Button>
  ));
}
