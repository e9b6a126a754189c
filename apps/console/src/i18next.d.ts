import "i18next";
import type { texts } from "./texts.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "layout";
    resources: typeof texts;
    returnNull: false;
  }
}
