import type { ProjectDocument } from "@kinora/contract/as-code/document.ts";
import type { PortableSettings } from "../../platform/portable.ts";
import { describeProviders, saveProviders } from "./providers.ts";

type Analytics = NonNullable<ProjectDocument["analytics"]>;

/** A project's analytics settings in a file. */
export const portableAnalytics: PortableSettings<Analytics, Analytics> = {
  async read({ db }, { projectId }) {
    const { updated_at: _at, ...settings } = await describeProviders({ db }, projectId);
    return settings;
  },
  async save(context, grant, wanted) {
    await saveProviders(context, grant, wanted);
  },
};
