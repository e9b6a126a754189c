import { removeAvatar } from "./avatars.ts";
import { acceptInvitation, inspectInvitation, mailActivation } from "./joining.ts";
import {
  askMailChange,
  cancelMailChange,
  confirmMailChange,
  inspectMailChange,
  withdrawMailChange,
} from "./mail-change.ts";
import { loginOperations as operations } from "./operations.ts";
import { beginProviderSignIn } from "./own-provider/begin.ts";
import { changePassword, endOtherSessions, endOwnSession, readProfile, updateProfile } from "./profile.ts";
import { forgotPassword, resetPassword } from "./recovery.ts";
import { activate, firstRun, inspectToken, register, resendActivation } from "./registration.ts";
import { confirmIdentity, confirmWithPasskey } from "./second-factor/confirm.ts";
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from "./second-factor/passkey-settings.ts";
import {
  beginTotp,
  confirmTotp,
  forgetBrowser,
  readSecondFactor,
  renewRecoveryCodes,
  turnTotpOff,
} from "./second-factor/settings.ts";
import { beginPasskeySignIn, confirmSignIn, signInWithPasskey } from "./second-factor/sign-in.ts";
import { listSecurityEvents } from "./security-events.ts";
import { readStatus, signIn, signOut } from "./service.ts";

export const loginRouter = operations.router({
  getStatus: operations.getStatus.handler(({ context, input }) => readStatus(context, input)),
  signIn: operations.signIn.handler(({ context, input }) => signIn(context, input)),
  confirmSignIn: operations.confirmSignIn.handler(({ context, input }) => confirmSignIn(context, input)),
  beginProviderSignIn: operations.beginProviderSignIn.handler(({ context, input }) =>
    beginProviderSignIn(context, input),
  ),
  signOut: operations.signOut.handler(({ context, input }) => signOut(context, input.redirect)),
  inspectToken: operations.inspectToken.handler(({ context, input }) => inspectToken(context, input.kind, input.token)),
  activate: operations.activate.handler(({ context, input }) => activate(context, input)),
  resendActivation: operations.resendActivation.handler(({ context, input }) => resendActivation(context, input.token)),
  firstRun: operations.firstRun.handler(({ context, input }) => firstRun(context, input)),
  register: operations.register.handler(({ context, input }) => register(context, input)),
  forgotPassword: operations.forgotPassword.handler(({ context, input }) => forgotPassword(context, input.email)),
  resetPassword: operations.resetPassword.handler(({ context, input }) => resetPassword(context, input)),
  inspectInvitation: operations.inspectInvitation.handler(({ context, input }) =>
    inspectInvitation(context, input.token),
  ),
  acceptInvitation: operations.acceptInvitation.handler(({ context, input }) => acceptInvitation(context, input.token)),
  mailActivation: operations.mailActivation.handler(({ context, input }) => mailActivation(context, input.token)),
  getProfile: operations.getProfile.handler(({ context }) => readProfile(context)),
  updateProfile: operations.updateProfile.handler(({ context, input }) => updateProfile(context, input)),
  removeAvatar: operations.removeAvatar.handler(({ context }) => removeAvatar(context)),
  changePassword: operations.changePassword.handler(({ context, input }) => changePassword(context, input)),
  endSession: operations.endSession.handler(({ context, input }) => endOwnSession(context, input.id)),
  endOtherSessions: operations.endOtherSessions.handler(({ context }) => endOtherSessions(context)),
  listSecurityEvents: operations.listSecurityEvents.handler(({ context, input }) => listSecurityEvents(context, input)),
  getSecondFactor: operations.getSecondFactor.handler(({ context }) => readSecondFactor(context)),
  beginTotp: operations.beginTotp.handler(({ context, input }) => beginTotp(context, input)),
  confirmTotp: operations.confirmTotp.handler(({ context, input }) => confirmTotp(context, input.code)),
  turnTotpOff: operations.turnTotpOff.handler(({ context, input }) => turnTotpOff(context, input)),
  renewRecoveryCodes: operations.renewRecoveryCodes.handler(({ context, input }) => renewRecoveryCodes(context, input)),
  forgetBrowser: operations.forgetBrowser.handler(({ context, input }) => forgetBrowser(context, input.id)),
  beginPasskeySignIn: operations.beginPasskeySignIn.handler(({ context }) => beginPasskeySignIn(context)),
  signInWithPasskey: operations.signInWithPasskey.handler(({ context, input }) => signInWithPasskey(context, input)),
  beginPasskey: operations.beginPasskey.handler(({ context, input }) => beginPasskey(context, input)),
  addPasskey: operations.addPasskey.handler(({ context, input }) => addPasskey(context, input)),
  renamePasskey: operations.renamePasskey.handler(({ context, input }) => renamePasskey(context, input)),
  askMailChange: operations.askMailChange.handler(({ context, input }) => askMailChange(context, input)),
  withdrawMailChange: operations.withdrawMailChange.handler(({ context }) => withdrawMailChange(context)),
  inspectMailChange: operations.inspectMailChange.handler(({ context, input }) =>
    inspectMailChange(context, input.token),
  ),
  confirmMailChange: operations.confirmMailChange.handler(({ context, input }) =>
    confirmMailChange(context, input.token),
  ),
  cancelMailChange: operations.cancelMailChange.handler(({ context, input }) => cancelMailChange(context, input.token)),
  confirmIdentity: operations.confirmIdentity.handler(({ context, input }) => confirmIdentity(context, input)),
  confirmWithPasskey: operations.confirmWithPasskey.handler(({ context, input }) => confirmWithPasskey(context, input)),
  removePasskey: operations.removePasskey.handler(({ context, input }) => removePasskey(context, input)),
});
