import { scopePermissions } from "@kinora/domain/people/permissions.ts";
import { Modal } from "@kinora/ui/floats.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import { apiHost } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { CopyCodes } from "../shell/fields/CopyCodes.tsx";
import type { ShownSecret } from "./queries.ts";
import { exampleCode, type Example } from "./quick-start.ts";

/** Shows a new secret this once, with a call to try it. Only its buttons close it, so that nobody loses it by a slip. */
export function SecretDialog({
  projectId,
  shown,
  onClose,
}: {
  projectId: number;
  shown: ShownSecret | null;
  onClose: () => void;
}) {
  const { t } = useTranslation(["apiKeys", "layout"]);
  if (shown === null) return null;
  const { key, secret } = shown;
  const example = exampleFor(key.scopes);
  const code = example ? exampleCode(example, "curl", { apiUrl: apiHost(), projectId, secret }) : "";
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("secretTitle", { name: key.name })}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      closeOnClickOutside={false}
      size={560}
    >
      <Stack gap="md">
        <Text>{t("secretOnce")}</Text>
        <CopyCodes
          codes={[
            [t("secret"), secret, 1],
            [t("tryIt"), code, 2],
          ]}
        />
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t("done")}</Button>
      </Group>
    </Modal>
  );
}

/** The example that a key may run. */
function exampleFor(scopes: readonly string[]): Example | null {
  const permissions = scopePermissions(scopes);
  if (permissions.includes("video_view")) return "list";
  return permissions.includes("video_add") ? "upload" : null;
}
