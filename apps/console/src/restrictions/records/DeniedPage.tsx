import { Denials } from "../../shell/restrictions/Denials.tsx";
import { RestrictionsFrame } from "../RestrictionsFrame.tsx";

/** The requests that the rules refused. */
export default function DeniedPage() {
  return <RestrictionsFrame>{(projectId) => <Denials projectId={projectId} item={null} />}</RestrictionsFrame>;
}
