/**
 * What a real runtime will not show on demand. A fault applies to the next `times` requests of its command; without a
 * fault the runtime behaves.
 */
export type CommandName = 'process-info' | 'environment' | 'resume' | 'collect' | 'stop' | 'any'

export type Fault =
  /** Answers after a while; everybody else waits meanwhile, as the real single-threaded server makes them. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Sends the first `bytes` of its answer and then nothing; the connection stays open. */
  | { readonly kind: 'half-message'; readonly bytes: number }
  /** Sends the first `bytes` of its answer and closes. */
  | { readonly kind: 'early-close'; readonly bytes: number }
  | { readonly kind: 'error'; readonly code: number }
  /** Takes the request and never answers; the connection stays open, the server is blocked until it is closed. */
  | { readonly kind: 'never-answers' }
  /** stop, of a session in which something happens: it never answers, sends nothing more and takes no other connection. */
  | { readonly kind: 'locks-up' }
  /** The header's size is `declaredBytes`, whatever follows. */
  | { readonly kind: 'lies-about-length'; readonly declaredBytes: number }
  /** Answers with bytes that are no message at all. */
  | { readonly kind: 'garbage'; readonly bytes: number }
  /** collect: the stream breaks off after this many bytes, without an end marker. */
  | { readonly kind: 'stream-cut'; readonly afterBytes: number }
  /**
   * collect: bytes of the stream are overwritten with 0xFF, once. The place counts from the name of the first block of this kind
   * that is written; what lies where depends on what the session asked for.
   */
  | {
      readonly kind: 'stream-damaged'
      readonly block: 'MetadataBlock' | 'EventBlock'
      readonly offset: number
      readonly bytes: number
    }
  /** collect: the session is opened, sends these bytes (base64) instead of a stream of its own, and ends when it is stopped. */
  | { readonly kind: 'stream-replayed'; readonly bytes: string }
  /** collect: the session is opened and then stays silent. */
  | { readonly kind: 'stream-silent' }

export interface FaultRule {
  readonly command: CommandName
  readonly fault: Fault
  /** Default: for ever. */
  readonly times?: number
}

export class FaultPlan {
  #rules: { readonly rule: FaultRule; left: number }[] = []

  constructor(rules: readonly FaultRule[] = []) {
    this.replace(rules)
  }

  replace(rules: readonly FaultRule[]): void {
    this.#rules = rules.map((rule) => ({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }))
  }

  /** The fault for this request, used up by asking. Faults of a stream wait for a session that has one to speak of. */
  take(command: CommandName, hasStream: boolean): Fault | null {
    const entry = this.#rules.find(
      ({ rule, left }) =>
        left > 0 &&
        (rule.command === command || rule.command === 'any') &&
        (hasStream || !rule.fault.kind.startsWith('stream-')),
    )
    if (entry === undefined) return null
    entry.left -= 1
    return entry.rule.fault
  }
}
