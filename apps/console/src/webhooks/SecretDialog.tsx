import { Modal } from "@kinora/ui/floats.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "../platform/i18n.ts";
import { CopyCodes } from "../shell/fields/CopyCodes.tsx";
import type { ShownSecret } from "./queries.ts";

const VERIFY = `import { Webhook } from "standardwebhooks";

const event = new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers);`;

/** Shows a new secret this once, and how it is used. Only its buttons close it, so that nobody loses it by a slip. */
export function SecretDialog({ shown, onClose }: { shown: ShownSecret | null; onClose: () => void }) {
  const { t } = useTranslation(["webhooks", "layout"]);
  if (shown === null) return null;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("secretTitle", { name: shown.webhook.name })}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      closeOnClickOutside={false}
      size={560}
    >
      <Stack gap="md">
        <Text>{t("secretOnce")}</Text>
        <CopyCodes
          codes={[
            [t("secret"), shown.secret, 1],
            [t("verify"), VERIFY, 3],
          ]}
        />
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t("done")}</Button>
      </Group>
    </Modal>
  );
}
