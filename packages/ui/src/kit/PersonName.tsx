import { Avatar, Box, Group, Stack } from "@mantine/core";
import { initialsOf, personName, type Person } from "./people.ts";

/** A person with picture and name, and one more line about them. */
export const PersonName = ({
  person,
  picture,
  detail,
}: {
  person: Person;
  picture: string | null;
  detail?: string;
}) => (
  <Group gap="sm" wrap="nowrap" miw={0}>
    <Avatar size={30} radius="xl" src={picture} alt="" color="cobalt">
      {initialsOf(person)}
    </Avatar>
    <Stack gap={0} fw={500} lh="18px" miw={0}>
      <bdi className="truncate">{personName(person)}</bdi>
      {detail ? (
        <Box component="span" className="truncate note" fw={400}>
          {detail}
        </Box>
      ) : null}
    </Stack>
  </Group>
);
