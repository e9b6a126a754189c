import { Modal } from "@kinora/ui/floats.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "../platform/i18n.ts";
import { CopyCodes } from "../shell/fields/CopyCodes.tsx";

interface Secret {
  kind: "webhook_secret" | "playback_password";
  name: string;
  secret: string;
}

/** Shows what an import made and nobody can read again. Only its buttons close it, so that nobody loses it by a slip. */
export function SecretsDialog({ secrets, onClose }: { secrets: readonly Secret[]; onClose: () => void }) {
  const { t } = useTranslation(["asCode", "layout"]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("secretsTitle")}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      closeOnClickOutside={false}
      size={560}
    >
      <Stack gap="md">
        <Text>{t("secretsOnce")}</Text>
        <CopyCodes codes={secrets.map(({ kind, name, secret }) => [t(kind, { name }), secret, 1] as const)} />
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t("done")}</Button>
      </Group>
    </Modal>
  );
}
