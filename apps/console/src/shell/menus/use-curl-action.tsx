import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import { IconTerminal2 } from "@tabler/icons-react";
import { apiHost } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { copyCall } from "../../platform/last-call.ts";

/** Offers to copy the call that reads an object, as a curl command; `path` is the call's path at the API. */
export function useCurlAction(): (path: string) => RowAction {
  const { t } = useTranslation("layout");
  return (path) => ({
    label: t("copyAsCurl"),
    icon: <IconTerminal2 size={16} stroke={1.6} />,
    onChoose: () => void copyCall(t("curlCommand"), { method: "GET", url: apiHost() + path, body: null }),
  });
}
