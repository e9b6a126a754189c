import { switchedOffSentence, type Feature } from "@kinora/domain/operations/features.ts";
import type { ReactNode } from "react";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";

/** What needs a feature, or the sentence that the operator switched it off. */
export function WithFeature({ feature, children }: { feature: Feature; children: ReactNode }) {
  const on = useStore(session, ({ config }) => config?.features[feature] ?? true);
  return on ? children : <span className="muted">{switchedOffSentence(feature)}</span>;
}
