import { operations } from "../../platform/http/operations.ts";
import { beginDeletion, beginScan, cancelScan } from "./scan.ts";
import { readStorage } from "./storage.ts";

/** The disks of the installation, and what could be deleted. */
export const storageRoutes = {
  getStorage: operations.advanced.getStorage.handler(async ({ context }) => ({ data: await readStorage(context) })),
  scanStorage: operations.advanced.scanStorage.handler(async ({ context }) => {
    await beginScan(context);
    return { message: "The search has started." };
  }),
  cancelStorageScan: operations.advanced.cancelStorageScan.handler(async ({ context }) => {
    await cancelScan(context);
    return { message: "The search is canceled." };
  }),
  deleteOrphans: operations.advanced.deleteOrphans.handler(async ({ context }) => {
    await beginDeletion(context);
    return { message: "The folders are being deleted." };
  }),
};
