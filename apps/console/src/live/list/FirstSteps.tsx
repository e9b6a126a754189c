import { Group } from "@mantine/core";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { CreateStreamButton } from "./CreateStreamButton.tsx";
import { SendTestButton } from "./SendTestButton.tsx";

/** What is offered to a project without livestreams. */
export function FirstSteps({ projectId }: { projectId: number }) {
  const { permissions } = useViewer();
  return (
    <Group gap="xs" align="stretch" justify="center" renderRoot={(props) => <span {...props} />}>
      <CreateStreamButton projectId={projectId} />
      {permissions.streams_control ? <SendTestButton projectId={projectId} /> : null}
    </Group>
  );
}
