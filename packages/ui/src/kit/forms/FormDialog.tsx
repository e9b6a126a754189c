import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode, SubmitEvent } from "react";
import { Modal } from "../../floats.ts";
import { kitTexts } from "../kit-texts.ts";
import { FormErrors } from "./FormErrors.tsx";
import { useFirstRefused } from "./use-first-refused.ts";
import type { AnyForm } from "./use-form.ts";

interface FormDialogProps {
  title: string;
  /** What the button says that sends it. */
  submit: string;
  opened?: boolean;
  /** Pixels. */
  size?: number;
  /** The form whose messages it shows, if its fields are in one. */
  form?: AnyForm;
  saving: boolean;
  /** Whether it can be sent as it is. */
  ready?: boolean;
  danger?: boolean;
  /** Stands left of the buttons. */
  aside?: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with fields: Enter or its button sends it, Escape leaves it. */
export function FormDialog({ size = 440, opened = true, ready = true, danger = false, ...props }: FormDialogProps) {
  const { form, saving } = props;
  const element = useFirstRefused<HTMLFormElement>(form?.refusals ?? 0);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // A dialog may stand in a page's form in React's tree, though not in the document.
    event.stopPropagation();
    if (!saving && ready && (form?.check() ?? true)) props.onSubmit();
  };
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ "aria-label": kitTexts.close }}
      size={size}
    >
      <form ref={element} onSubmit={submit} noValidate>
        <Stack gap="md">
          {props.children}
          <FormErrors messages={form?.otherErrors ?? []} />
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          {props.aside}
          <Button variant="default" onClick={props.onClose}>
            {kitTexts.cancel}
          </Button>
          <Button type="submit" color={danger ? "red" : "cobalt"} loading={saving} disabled={!ready}>
            {props.submit}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
