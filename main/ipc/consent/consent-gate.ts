import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { ChannelName, Request } from '../../../shared/contract/index.ts'
import type { PageHandle } from '../request-context.ts'
import type { KeptConsents } from './kept-consents.ts'
import type { Question, Questions } from './questions.ts'

/** What has to be asked before a request is carried out. */
export interface Ask {
  readonly question: Question
  /** Asked once: what the consent is bound to, and how Settings lists it. */
  readonly once?: { readonly deed: string; readonly kind: 'program' | 'perf-map' | 'machine'; readonly label: string }
  /** False when what would be done is no longer what was shown: the person is asked anew, about what it is by then. */
  readonly isStillSo?: () => boolean
  /** The person agreed: what that grants from now on. */
  readonly onAgreed?: () => void
}

/** Null: nothing to ask for this request. An error: it would be refused anyway, so nobody is asked. */
export type AskAbout<Name extends ChannelName> = (
  request: Request<Name>,
) => Promise<Result<Ask | null, AppError>> | Result<Ask | null, AppError>

/** A channel does nothing a person would have to agree to, or says what is to be asked. There is no third way to register one. */
export type ConsentRule<Name extends ChannelName> = 'none' | AskAbout<Name>
export type ConsentRules = { readonly [Name in ChannelName]: ConsentRule<Name> }

/** Between the schema and the use case of every channel: what a page asks for alone is not done. */
export class ConsentGate {
  readonly #rules: ConsentRules
  readonly #questions: Questions
  readonly #kept: KeptConsents

  constructor(rules: ConsentRules, questions: Questions, kept: KeptConsents) {
    this.#rules = rules
    this.#questions = questions
    this.#kept = kept
  }

  /** `cancelled` when the person did not agree. */
  async check<Name extends ChannelName>(
    name: Name,
    request: Request<Name>,
    page: Pick<PageHandle, 'window' | 'hasEnded'>,
  ): Promise<Result<null, AppError>> {
    const rule: ConsentRule<Name> = this.#rules[name]
    if (rule === 'none') return ok(null)
    const asked = await rule(request)
    if (!asked.ok) return asked
    const ask = asked.value
    if (ask === null || (ask.once !== undefined && this.#kept.has(ask.once.deed))) return ok(null)
    if (page.hasEnded || !(await this.#questions.ask(page.window, ask.question))) return err({ kind: 'cancelled' })
    if (ask.isStillSo?.() === false) return this.check(name, request, page)
    if (ask.once !== undefined) this.#kept.add(ask.once.deed, ask.once.kind, ask.once.label)
    ask.onAgreed?.()
    // A page that is gone meanwhile has nobody to do it for.
    return page.hasEnded ? err({ kind: 'cancelled' }) : ok(null)
  }
}
