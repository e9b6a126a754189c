import { Suspense, useState } from "react";
import { lazyPart } from "../../platform/lazy-part.ts";
import { newProject } from "../../platform/new-project.ts";
import { useStore } from "../../platform/store.ts";

const Dialog = lazyPart(async () => (await import("./NewProjectDialog.tsx")).NewProjectDialog, {
  projects: async () => (await import("../texts.ts")).projectsTexts,
});

/** The new project dialog, whose code comes when it is first opened. */
export function NewProjectLater() {
  const opened = useStore(newProject, (value) => value.opened);
  const [ever, setEver] = useState(opened);
  if (opened && !ever) setEver(true);
  return ever ? (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  ) : null;
}
