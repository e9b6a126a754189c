import { Modal } from "@kinora/ui/floats.ts";
import { CodeField } from "@kinora/ui/kit/forms/CodeField.tsx";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { keysKey, type ShownSecret, type SigningKey } from "../queries.ts";

const ALGORITHMS = ["HS256", "EdDSA"] as const;

/** Asks for the kind of a new key. */
export function CreateKeyDialog({
  projectId,
  opened,
  onClose,
  onSecret,
}: {
  projectId: number;
  opened: boolean;
  onClose: () => void;
  onSecret: (shown: ShownSecret) => void;
}) {
  const { t } = useTranslation("restrictions");
  const [algorithm, setAlgorithm] = useState<SigningKey["algorithm"]>("HS256");
  const create = useAction(api.restrictions.createSigningKey, {
    changes: [keysKey(projectId)],
    failure: t("keyNotChanged"),
    onDone({ data, secret }) {
      onClose();
      onSecret({ title: t("secretTitle"), secret, algorithm: data.algorithm });
    },
  });
  return (
    <FormDialog
      opened={opened}
      title={t("createKey")}
      submit={t("createKey")}
      saving={create.isPending}
      onSubmit={() => create.mutate({ project_id: projectId, algorithm })}
      onClose={onClose}
    >
      <Text>{t("createKeyText")}</Text>
      <Select
        label={t("algorithm")}
        allowDeselect={false}
        data={[...ALGORITHMS]}
        value={algorithm}
        onChange={(value) => setAlgorithm(ALGORITHMS.find((known) => known === value) ?? "HS256")}
      />
    </FormDialog>
  );
}

/** Shows a secret to copy. */
export function SecretDialog({ shown, onClose }: { shown: ShownSecret | null; onClose: () => void }) {
  const { t } = useTranslation("restrictions");
  // The secret goes at once, while the dialog fades out.
  const isPrivate = shown?.algorithm === "EdDSA";
  return (
    <Modal
      opened={shown !== null}
      onClose={onClose}
      title={shown?.title}
      closeButtonProps={{ "aria-label": t("close") }}
      size={560}
    >
      <Stack gap="md">
        <Text>{t(isPrivate ? "secretOnce" : "secretAgain")}</Text>
        <CodeField
          label={t(isPrivate ? "privateKey" : "secret")}
          code={shown?.secret ?? ""}
          lines={isPrivate ? 4 : 1}
          copyLabel={t("copySecret")}
          onCopy={() => copyText(t(isPrivate ? "privateKey" : "secret"), shown?.secret ?? "")}
        />
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t("close")}</Button>
      </Group>
    </Modal>
  );
}
