import { setImmediate as nextTurn } from 'node:timers/promises'
import { allSteps, isSteps, type Steps } from '../../analysis/steps.ts'

/** What is answered first when several wait: the summary, without which there is no page, the tab that is shown, what stands around it, what nobody has asked for. */
export const questionRank = { summary: 0, shownTab: 1, overview: 2, timeline: 3, findings: 4, preparation: 5 } as const

export type QuestionRank = (typeof questionRank)[keyof typeof questionRank]

/** What has waited while the document grew: what is asked anew with each part would always be before it, but what a person looks at is not held up by it. */
const outgrownRank = questionRank.shownTab + 0.5

export interface QueuedQuestion<Value> {
  readonly rank: QuestionRank
  /** Nobody wants it any more; looked at before each step. */
  readonly isOutdated: () => boolean
  /** At once, or in steps. Made in one go once it has waited as long as the queue's `patience`. */
  readonly begin: () => Value | Steps<Value>
}

interface Waiting {
  readonly question: QueuedQuestion<unknown>
  steps: Steps<unknown> | null
  revision: number
  /** The revision at which it was asked. */
  readonly askedAt: number
  readonly settle: (value: unknown) => void
  readonly fail: (error: unknown) => void
}

export interface QuestionQueueOptions {
  /** Resolves when what is asked about does not change. */
  readonly whenStill: () => Promise<void> | undefined
  /** What was begun before it grew is of no use. */
  readonly revision: () => number
  /** So many revisions a question waits until it comes right behind the tab that is shown. Default: one. */
  readonly patience?: () => number
}

/** Questions of one document. One is answered at a time, the most urgent first; what was asked meanwhile is heard before each step. */
export class QuestionQueue {
  readonly #options: QuestionQueueOptions
  readonly #waiting: Waiting[] = []
  #isRunning = false
  readonly #onServed: (() => void)[] = []
  #hasShown = false
  readonly #onShown: (() => void)[] = []

  constructor(options: QuestionQueueOptions) {
    this.#options = options
  }

  /** Null: it was outdated before it was answered. */
  ask<Value>(question: QueuedQuestion<Value>): Promise<Value | null> {
    const answered = new Promise<unknown>((settle, fail) => {
      const askedAt = this.#options.revision()
      this.#waiting.push({ question, steps: null, revision: 0, askedAt, settle, fail })
    })
    if (!this.#isRunning) void this.#run()
    return answered as Promise<Value | null>
  }

  /** Resolves when nobody waits for the summary, for what a person looks at, or since the document was smaller. */
  whenServed(): Promise<void> {
    return this.#isServed ? Promise.resolve() : new Promise((resolve) => this.#onServed.push(resolve))
  }

  /** Resolves once a tab has been shown what it asked for and nothing waits. */
  whenShown(): Promise<void> {
    return this.#isShown ? Promise.resolve() : new Promise((resolve) => this.#onShown.push(resolve))
  }

  get #isShown(): boolean {
    return this.#hasShown && this.#waiting.length === 0
  }

  get #isServed(): boolean {
    return !this.#waiting.some((one) => this.#rankOf(one) <= outgrownRank && !one.question.isOutdated())
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      // oxlint-disable-next-line no-await-in-loop -- messages wait, one of them perhaps more urgent
      await nextTurn()
      // oxlint-disable-next-line no-await-in-loop
      await this.#options.whenStill()
      const next = this.#mostUrgent()
      if (next !== undefined && this.#step(next)) {
        this.#waiting.splice(this.#waiting.indexOf(next), 1)
        this.#hasShown ||= next.question.rank === questionRank.shownTab
      }
      if (this.#onServed.length > 0 && this.#isServed) for (const resolve of this.#onServed.splice(0)) resolve()
      if (this.#isShown) for (const resolve of this.#onShown.splice(0)) resolve()
    }
    this.#isRunning = false
  }

  /** Of those that somebody still wants; the others are answered. */
  #mostUrgent(): Waiting | undefined {
    const outdated = this.#waiting.filter(({ question }) => question.isOutdated())
    for (const one of outdated) {
      this.#waiting.splice(this.#waiting.indexOf(one), 1)
      one.settle(null)
    }
    let found = this.#waiting[0]
    for (const one of this.#waiting) if (this.#rankOf(one) < this.#rankOf(found!)) found = one
    return found
  }

  #rankOf(one: Waiting): number {
    const { rank } = one.question
    return this.#isOutgrown(one) ? Math.min(rank, outgrownRank) : rank
  }

  #isOutgrown({ askedAt }: Waiting): boolean {
    return this.#options.revision() - askedAt >= (this.#options.patience?.() ?? 1)
  }

  /** True: it is answered. */
  #step(one: Waiting): boolean {
    const revision = this.#options.revision()
    try {
      if (one.steps === null || one.revision !== revision) {
        const begun = one.question.begin()
        if (!isSteps(begun)) {
          one.settle(begun)
          return true
        }
        // In steps it would begin anew with each part that comes.
        if (this.#isOutgrown(one)) {
          one.settle(allSteps(begun))
          return true
        }
        Object.assign(one, { steps: begun, revision })
      }
      const { done, value } = one.steps!.next()
      if (done === true) one.settle(value)
      return done === true
    } catch (error) {
      one.fail(error)
      return true
    }
  }
}
