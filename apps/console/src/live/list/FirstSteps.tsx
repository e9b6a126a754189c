import { useViewer } from "../../shell/frame/use-viewer.ts";
import { CreateStreamButton } from "./CreateStreamButton.tsx";
import { SendTestButton } from "./SendTestButton.tsx";
import styles from "./Live.module.css";

/** What is offered to a project without livestreams. */
export function FirstSteps({ projectId }: { projectId: number }) {
  const { permissions } = useViewer();
  return (
    <span className={styles["both"]}>
      <CreateStreamButton projectId={projectId} />
      {permissions.streams_control ? <SendTestButton projectId={projectId} /> : null}
    </span>
  );
}
