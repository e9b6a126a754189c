/** What an operator can switch off, for the installation or for one account. */
export const FEATURES = [
  "livestreams",
  "restreams",
  "imports",
  "api_keys",
  "upload_tokens",
  "webhooks",
  "downloads",
] as const;
export type Feature = (typeof FEATURES)[number];

/** What is decided for the installation. */
export type FeatureSwitches = Readonly<Record<Feature, boolean>>;
/** What is decided for one account; what it does not name is as in the installation. */
export type AccountFeatures = Readonly<Partial<Record<Feature, boolean>>>;

export const ALL_FEATURES: FeatureSwitches = {
  livestreams: true,
  restreams: true,
  imports: true,
  api_keys: true,
  upload_tokens: true,
  webhooks: true,
  downloads: true,
};

/** What an account has: its own decision, else the installation's. */
export const featuresOf = (installation: FeatureSwitches, account: AccountFeatures): FeatureSwitches => ({
  ...installation,
  ...account,
});

const NAMES: Readonly<Record<Feature, string>> = {
  livestreams: "Livestreams are",
  restreams: "Restreaming is",
  imports: "Importing from addresses is",
  api_keys: "API keys are",
  upload_tokens: "Upload tokens are",
  webhooks: "Webhooks are",
  downloads: "Downloads are",
};

/** The answer to who wants a feature that is switched off. */
export const switchedOffSentence = (feature: Feature): string =>
  `${NAMES[feature]} switched off for this account by the operator.`;
