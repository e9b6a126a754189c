/** Thrown when the browser made or used no passkey: the person closed its dialog, or has none here. */
export class NoPasskey extends Error {}
