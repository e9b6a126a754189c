import { Group, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** The title of a section of the media, and what can be done with it. */
export const MediaHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Group gap="4px 12px" justify="space-between" mb="xs" mih={30}>
    <Title order={2}>{title}</Title>
    <Group gap="xs">{children}</Group>
  </Group>
);
