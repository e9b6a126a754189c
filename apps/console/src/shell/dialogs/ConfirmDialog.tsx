import { Modal } from "@kinora/ui/floats.ts";
import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { question, type Question } from "../../platform/confirm.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useStore } from "../../platform/store.ts";
import { Later } from "../menus/Later.tsx";

const IdentityDialog = lazyPart(async () => (await import("./IdentityDialog.tsx")).IdentityDialog, {
  identity: async () => (await import("./identity-texts.ts")).identityTexts,
});

/** Asks before something that cannot be undone. */
export function ConfirmDialog() {
  const { t } = useTranslation("layout");
  const asked = useStore(question, (value) => value.asked);
  const isProof = useStore(question, (value) => value.proof !== null);
  const answer = useStore(question, (value) => value.answer);
  // The words stay while the dialog fades out.
  const [shown, setShown] = useState<Question | null>(null);
  if (asked !== null && asked !== shown) setShown(asked);
  const words = asked ?? shown;
  return (
    <>
      <Later when={isProof}>
        <IdentityDialog />
      </Later>
      <Modal
        opened={asked !== null}
        onClose={() => answer(false)}
        title={words?.title}
        closeButtonProps={{ "aria-label": t("close") }}
        size={420}
      >
        <Text>{words?.text}</Text>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={() => answer(false)}>
            {t("cancel")}
          </Button>
          {words?.instead ? (
            <Button
              variant="default"
              onClick={() => {
                answer(false);
                words.instead?.act();
              }}
            >
              {words.instead.label}
            </Button>
          ) : null}
          <Button color={words?.danger === true ? "red" : "cobalt"} data-autofocus onClick={() => answer(true)}>
            {words?.yes}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
