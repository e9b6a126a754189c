import type { Listener } from "../platform/events/events.ts";
import { deleteProjectsOfAccount, eraseProjects } from "./erase.ts";
import { mailStorageWarning, warnOfStorage } from "./storage-warnings.ts";
import { mailTransfer } from "./transfers/mail.ts";

export const projectTasks = [deleteProjectsOfAccount, mailStorageWarning, mailTransfer];

export const projectChores = [eraseProjects, warnOfStorage];

export const projectListeners: readonly Listener[] = [{ event: "account.purging", task: deleteProjectsOfAccount }];
