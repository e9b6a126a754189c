import { operations } from "../../platform/http/operations.ts";
import { listChores, runChore } from "./chores.ts";

/** The recurring jobs of the installation. */
export const choreRoutes = {
  listChores: operations.advanced.listChores.handler(({ context }) => listChores(context)),
  runChore: operations.advanced.runChore.handler(async ({ context, input }) => {
    await runChore(context, input.name);
    return { message: "The job runs now." };
  }),
};
