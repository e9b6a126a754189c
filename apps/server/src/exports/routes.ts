import { accountGrant, operations } from "../platform/http/operations.ts";
import { downloadExport, permitDownload } from "./download.ts";
import { cancelExport, readExport, requestExport } from "./requests.ts";

const { accounts } = operations;

/** The export of an account. */
export const exportRoutes = {
  getAccountExport: accounts.getAccountExport.handler(async ({ context }) => ({
    data: await readExport(context, accountGrant(context)),
  })),
  requestAccountExport: accounts.requestAccountExport.handler(async ({ context }) => {
    await requestExport(context, accountGrant(context));
    return { message: "The export is being built." };
  }),
  cancelAccountExport: accounts.cancelAccountExport.handler(async ({ context }) => {
    await cancelExport(context, accountGrant(context));
    return { message: "The export is canceled." };
  }),
  permitAccountExport: accounts.permitAccountExport.handler(async ({ context }) => {
    await permitDownload(context, accountGrant(context));
    return { message: "The download begins." };
  }),
  downloadAccountExport: accounts.downloadAccountExport.handler(({ context }) =>
    downloadExport(context, accountGrant(context)),
  ),
};
