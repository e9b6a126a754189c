import { GUEST_LINK_NAME_MAX } from "@kinora/domain/live/guest-links.ts";
import { Modal } from "@kinora/ui/floats.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { CopyCodes } from "../../shell/fields/CopyCodes.tsx";
import { LIVE_KEY } from "../queries.ts";
import { LASTS } from "./guest-links.ts";

const HOUR_MS = 3_600_000;

/** Makes a guest's link, and shows it this once. */
export function GuestLinkDialog({ streamId, onClose }: { streamId: number; onClose: () => void }) {
  const { t } = useTranslation("guests");
  const [shown, setShown] = useState<{ name: string; url: string } | null>(null);
  const form = useForm<{ name: string; hours: (typeof LASTS)[number] }>({
    saved: { name: "", hours: "4" },
    check: ({ name }) => (name.trim() === "" ? { name: t("nameEmpty") } : {}),
  });
  const save = useAction(api.guestLinks.createGuestLink, {
    changes: [LIVE_KEY],
    onDone: ({ data, url }) => setShown({ name: data.name, url }),
    onProblem: ({ fields }) => form.refuse(fields),
  });
  if (shown !== null) return <ShownLink {...shown} onClose={onClose} />;
  const { name, hours } = form.values;
  const create = () =>
    save.mutate({
      stream_id: streamId,
      name: name.trim(),
      ends_at: new Date(Date.now() + Number(hours) * HOUR_MS).toISOString(),
    });
  return (
    <FormDialog
      title={t("addTitle")}
      submit={t("create")}
      size={460}
      form={form}
      saving={save.isPending}
      onSubmit={create}
      onClose={onClose}
    >
      <TextInput
        label={t("name")}
        description={t("nameHint")}
        required
        data-autofocus
        maxLength={GUEST_LINK_NAME_MAX}
        {...form.text("name")}
      />
      <Select
        label={t("lasts")}
        {...form.choice(
          "hours",
          LASTS.map((value) => ({ value, label: t(`lasts_${value}`) })),
        )}
      />
    </FormDialog>
  );
}

/** Only its buttons close it: the link is not shown again. */
function ShownLink({ name, url, onClose }: { name: string; url: string; onClose: () => void }) {
  const { t } = useTranslation(["guests", "layout"]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("shownTitle", { name })}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      closeOnClickOutside={false}
      size={560}
    >
      <Stack gap="md">
        <Text>{t("shownOnce")}</Text>
        <CopyCodes codes={[[t("link"), url, 1]]} />
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t("done")}</Button>
      </Group>
    </Modal>
  );
}
