import { operations } from "../../platform/http/operations.ts";
import { readCertificates } from "./certificates.ts";
import { replaceCountries, revertCountries } from "./countries.ts";
import { runDoctor } from "./doctor.ts";
import { readSystem } from "./system.ts";
import { testMail } from "./test-mail.ts";

/** What the installation is made of, and whether it works. */
export const systemRoutes = {
  getSystem: operations.advanced.getSystem.handler(async ({ context }) => ({ data: await readSystem(context) })),
  checkCertificates: operations.advanced.checkCertificates.handler(async ({ context }) => ({
    data: await readCertificates(context),
  })),
  runDoctor: operations.advanced.runDoctor.handler(async ({ context }) => ({ data: await runDoctor(context) })),
  replaceCountries: operations.advanced.replaceCountries.handler(async ({ context, input }) => {
    await replaceCountries(context, input);
    return { message: "The country database is replaced." };
  }),
  revertCountries: operations.advanced.revertCountries.handler(async ({ context }) => {
    await revertCountries(context);
    return { message: "The uploaded country database is deleted." };
  }),
  testMail: operations.advanced.testMail.handler(async ({ context }) => ({
    message: await testMail(context),
  })),
};
