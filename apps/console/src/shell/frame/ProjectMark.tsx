import { projectMark } from "@kinora/domain/projects/project-mark.ts";

/** A project's first letter on its colour. */
export function ProjectMark({ project }: { project: { name: string; hash: string } }) {
  const { letter, color } = projectMark(project);
  return (
    <span className="project-mark" data-color={color} aria-hidden="true">
      {letter}
    </span>
  );
}
