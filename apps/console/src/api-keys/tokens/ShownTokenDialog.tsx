import { Modal } from "@kinora/ui/floats.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import { apiHost } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { CopyCodes } from "../../shell/fields/CopyCodes.tsx";
import { pageExample } from "./page-example.ts";
import type { ShownToken } from "./queries.ts";

/** Shows a new upload token this once, with a page that uploads with it. Only its buttons close it. */
export function ShownTokenDialog({ shown, onClose }: { shown: ShownToken | null; onClose: () => void }) {
  const { t } = useTranslation(["apiKeys", "layout"]);
  if (shown === null) return null;
  const { settings, token } = shown;
  const example = pageExample(apiHost(), token);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("tokenTitle", { name: settings.name })}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      closeOnClickOutside={false}
      size={640}
    >
      <Stack gap="md">
        <Text>{t("tokenOnce")}</Text>
        {settings.origins.length === 0 ? <Text>{t("tokenNoOrigins")}</Text> : null}
        <CopyCodes
          codes={[
            [t("token"), token, 1],
            [t("tokenExample"), settings.origins.length === 0 ? "" : example, 8],
          ]}
        />
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t("done")}</Button>
      </Group>
    </Modal>
  );
}
