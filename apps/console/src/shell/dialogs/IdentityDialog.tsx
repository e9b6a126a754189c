import { Modal } from "@kinora/ui/floats.ts";
import { Button, Group, Text } from "@mantine/core";
import { useEffect, useState, type MouseEvent } from "react";
import { question } from "../../platform/confirm.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { onProof, proofUrl } from "../../platform/identity.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";

const WINDOW = "popup,width=480,height=760";
/** Mantine's dialogs all close at Escape, the form below this one, too, unless the key is pressed on such an element. */
const ALONE = { "data-mantine-stop-propagation": "true" };
/** Above the dialog whose call waits. */
const ABOVE = 300;

/** Sends the person to the login application in a window of its own, and waits until they have confirmed their identity. */
export function IdentityDialog() {
  const { t } = useTranslation(["identity", "layout"]);
  const asked = useStore(question, (value) => value.proof);
  const answer = useStore(question, (value) => value.answer);
  const loginHost = useStore(session, (value) => value.loginHost);
  // Each question has an answer of its own.
  const [openedFor, setOpenedFor] = useState<typeof answer>();
  const opened = asked !== null && openedFor === answer;
  useEffect(() => (asked === null ? undefined : onProof(() => answer(true))), [asked, answer]);
  const url = loginHost === null ? "" : proofUrl(loginHost, asked ?? "any");
  // Where a browser opens no windows, the link opens a tab.
  const open = (event: MouseEvent) => {
    if (globalThis.open(url, "kinora-identity", WINDOW)) event.preventDefault();
    setOpenedFor(() => answer);
  };
  return (
    <Modal
      opened={asked !== null}
      onClose={() => answer(false)}
      title={t("title")}
      closeButtonProps={{ "aria-label": t("layout:close"), ...ALONE }}
      onKeyDown={({ key }) => (key === "Escape" ? answer(false) : undefined)}
      zIndex={ABOVE}
      size={420}
    >
      <Text>{t("text")}</Text>
      <Text mt="sm" c="dimmed" role="status">
        {opened ? t("waiting") : ""}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => answer(false)} {...ALONE}>
          {t("layout:cancel")}
        </Button>
        <Button component="a" href={url} target="_blank" rel="noopener" onClick={open} data-autofocus {...ALONE}>
          {opened ? t("again") : t("open")}
        </Button>
      </Group>
    </Modal>
  );
}
