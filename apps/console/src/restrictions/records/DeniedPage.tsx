import { RestrictionsFrame } from "../RestrictionsFrame.tsx";
import { Denials } from "./Denials.tsx";

/** The requests that the rules refused. */
export default function DeniedPage() {
  return <RestrictionsFrame>{(projectId) => <Denials projectId={projectId} item={null} />}</RestrictionsFrame>;
}
