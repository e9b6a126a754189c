/** Every refusal code with its HTTP status. Programs read the code, people the message. */
export const REFUSALS = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  /** The person has to confirm their identity, then the same request passes; the second one takes a second factor. */
  confirmation_required: 403,
  factor_confirmation_required: 403,
  not_found: 404,
  conflict: 409,
  /** Someone else saved the thing since the caller read it. */
  changed_since: 409,
  gone: 410,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  taken_down: 451,
  maintenance: 503,
  unavailable: 503,
  storage_full: 507,
} as const;
export type RefusalCode = keyof typeof REFUSALS;

export interface RefusalDetails {
  /** Messages by field name, as the caller named the fields. */
  fields?: Record<string, string[]>;
  /** Seconds after which trying again makes sense; becomes Retry-After. */
  retryAfterSeconds?: number;
}

/** A request that is understood but refused. Any other thrown error is a bug and becomes 500. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly fields: Record<string, string[]> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return REFUSALS[this.code];
  }
}

/** Thrown by a task when a retry cannot help; the message is shown to people. */
export class GiveUp extends Error {
  readonly code: string;
  readonly retryable: boolean;

  constructor(code: string, message: string, retryable = false) {
    super(message);
    this.name = "GiveUp";
    this.code = code;
    this.retryable = retryable;
  }
}
