/** What is known about newer versions. Nothing is asked until the person turns the check on. */
export type UpdateState =
  /** `unavailable`: this build has no address to ask, so the check cannot be turned on. */
  | { readonly kind: 'off' | 'unavailable' | 'waiting' }
  | { readonly kind: 'current'; readonly checkedMs: number }
  | { readonly kind: 'newer'; readonly version: string; readonly checkedMs: number }
  | { readonly kind: 'failed'; readonly reason: UpdateFailure; readonly checkedMs: number }

/**
 * `unreachable`: no connection, no name, no certificate that this machine trusts. `refused`: an answer other than the file itself, a redirect
 * among them. `not-understood`: too long, or not a release file.
 */
export type UpdateFailure = 'unreachable' | 'timed-out' | 'refused' | 'not-understood'
