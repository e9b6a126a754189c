import { NO_BACKUP_SCHEDULE, type BackupSchedule } from "./backups.ts";
import { NO_COUNTRY_FILE, type CountryFile } from "./country-file.ts";
import { ALL_FEATURES, type FeatureSwitches } from "./features.ts";
import { NO_MAINTENANCE, type Maintenance } from "./maintenance.ts";

/** What an operator takes below what Kinora can do; null for no lower limit. */
interface InstallationLimits {
  /** Of one file. */
  upload_bytes: number | null;
  /** Unfinished uploads of one person or key in a project. */
  open_uploads: number | null;
}

/** The largest file: 128 GB, unless the operator, the account or the project has a lower limit. */
export const MAXIMUM_UPLOAD_BYTES = 128 * 1000 ** 3;
/** Maximum of unfinished uploads of one person or key in a project. */
export const OPEN_UPLOADS = 500;

/** What an operator decides for the whole installation, by the name it is stored under. */
export interface InstallationSettings {
  registration: {
    /** Whether visitors may ask for an account of their own. */
    open: boolean;
  };
  maintenance: Maintenance;
  features: FeatureSwitches;
  limits: InstallationLimits;
  backups: BackupSchedule;
  countries: CountryFile;
}

const INSTALLATION_DEFAULTS: InstallationSettings = {
  registration: { open: false },
  maintenance: NO_MAINTENANCE,
  features: ALL_FEATURES,
  limits: { upload_bytes: null, open_uploads: null },
  backups: NO_BACKUP_SCHEDULE,
  countries: NO_COUNTRY_FILE,
};

/** What is stored, completed by the defaults for what an operator has not decided. */
export function installationSettings(
  stored: readonly { name: string; value: Readonly<Record<string, unknown>> }[],
): InstallationSettings {
  const of = (name: keyof InstallationSettings) => stored.find((row) => row.name === name)?.value;
  return {
    registration: { ...INSTALLATION_DEFAULTS.registration, ...of("registration") },
    maintenance: { ...INSTALLATION_DEFAULTS.maintenance, ...of("maintenance") },
    features: { ...INSTALLATION_DEFAULTS.features, ...of("features") },
    limits: { ...INSTALLATION_DEFAULTS.limits, ...of("limits") },
    backups: { ...INSTALLATION_DEFAULTS.backups, ...of("backups") },
    countries: { ...INSTALLATION_DEFAULTS.countries, ...of("countries") },
  };
}
