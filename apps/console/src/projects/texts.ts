export const projectsTexts = {
  newProject: "New project",
  name: "Name",
  domain: "Domain",
  domainHint: "Where your videos will be shown, such as example.com",
  nameEmpty: "Project name can not be empty.",
  domainEmpty: "Domain can not be empty.",
  create: "Create project",
  cancel: "Cancel",
} as const;
