import { Button, Group } from "@mantine/core";

interface OlderRowsProps {
  /** The id before which the rows are that are shown; null for the newest. */
  before: number | null;
  page: { data: readonly { id: number }[]; more: boolean } | undefined;
  words: { newest: string; older: string };
  /** Pixels above the buttons. */
  mt?: number;
  onChange: (before: number | null) => void;
}

/** The buttons of a list that is read backwards, which has no numbers of pages: older rows, and the newest again. */
export function OlderRows({ before, page, words, mt = 0, onChange }: OlderRowsProps) {
  const last = page?.more ? page.data.at(-1) : undefined;
  if (before === null && last === undefined) return null;
  return (
    <Group gap="8px 16px" mt={mt}>
      {before === null ? null : (
        <Button variant="default" onClick={() => onChange(null)}>
          {words.newest}
        </Button>
      )}
      {last ? (
        <Button variant="default" onClick={() => onChange(last.id)}>
          {words.older}
        </Button>
      ) : null}
    </Group>
  );
}
