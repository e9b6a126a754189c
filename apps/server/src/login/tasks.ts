import { idleLimit } from "@kinora/domain/people/sessions.ts";
import type { Listener } from "../platform/events/events.ts";
import type { Chore } from "../platform/jobs/chores.ts";
import { mailChangedMail, mailChangeLinks } from "./mail-change-mails.ts";
import { activationMail, confirmMail, registrationMail, resetMail } from "./mail-tasks.ts";
import { checkProofs, lostProofMail } from "./own-provider/proof-checks.ts";
import { forgetMovedProject, forgetOwnProvider } from "./own-provider/purge.ts";
import { newBrowserMail, signInChangedMail } from "./security-mails.ts";

export const loginTasks = [
  activationMail,
  resetMail,
  confirmMail,
  registrationMail,
  mailChangeLinks,
  mailChangedMail,
  newBrowserMail,
  signInChangedMail,
  forgetOwnProvider,
  forgetMovedProject,
  lostProofMail,
];

export const loginListeners: readonly Listener[] = [
  { event: "account.purging", task: forgetOwnProvider },
  { event: "project.moved", task: forgetMovedProject },
];

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 365;

/** Deletes expired sessions, links and provider payloads, and sign-in attempts older than a year. */
export const loginChores: Chore[] = [
  checkProofs,
  {
    name: "login.forget",
    does: "Deletes expired sessions and links, and old sign-in attempts.",
    everySeconds: 600,
    async run({ db, clock }) {
      const now = clock.now();
      const monthAgo = new Date(now.getTime() - 30 * DAY_MS);
      await db.deleteFrom("own_provider_starts").where("expires_at", "<", now).execute();
      await db.deleteFrom("oidc_payloads").where("expires_at", "<", now).execute();
      await db
        .deleteFrom("login_sessions")
        .where((e) => e.or([e("expires_at", "<", now), e("last_seen_at", "<", idleLimit(now))]))
        .execute();
      await db.deleteFrom("login_mail_changes").where("expires_at", "<", now).execute();
      await db.deleteFrom("login_trusted_browsers").where("expires_at", "<", now).execute();
      // Used and expired links are kept for a while, so that the page can name their state.
      await db.deleteFrom("login_tokens").where("expires_at", "<", monthAgo).execute();
      const kept = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
      await db.deleteFrom("login_attempts").where("created_at", "<", kept).execute();
      await db.deleteFrom("own_provider_sign_ins").where("created_at", "<", kept).execute();
    },
  },
];
