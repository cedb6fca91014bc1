import type { BrowserWindow, MessageBoxOptions } from 'electron'

/** What main asks a person before it does something that cannot be taken back. Words are main's own; the page only proposes. */
export interface Question {
  /** On the first button: what will be done. The second is always *Cancel*. */
  readonly verb: string
  readonly message: string
  /** The whole effect: what, to which process, with which files. */
  readonly detail: string
}

export type ShowQuestion = (window: BrowserWindow, options: MessageBoxOptions) => Promise<{ readonly response: number }>

/** After *Cancel* nothing is asked for so long: a page that asks again and again must not wear a person down. */
const quietMs = 1500

/** Return, Escape and closing the box cancel; only the verb is a yes. */
export function boxOf({ message, detail, verb }: Question): MessageBoxOptions {
  return {
    type: 'warning',
    title: 'Pipescope',
    message,
    detail,
    buttons: [verb, 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
}

/**
 * Owner of the questions that requests of a page raise: one is open at a time, and what comes meanwhile is declined unseen. No setting,
 * switch or variable answers them.
 */
export class Questions {
  readonly #show: ShowQuestion
  readonly #ticksMs: () => number
  #isOpen = false
  #quietUntilTicksMs = -Infinity

  /** Of a clock that nobody sets: one that is set back would decline everything until it has caught up. */
  constructor(show: ShowQuestion, ticksMs: () => number = () => performance.now()) {
    this.#show = show
    this.#ticksMs = ticksMs
  }

  /** True only when the person pressed the verb. */
  async ask(window: BrowserWindow, question: Question): Promise<boolean> {
    if (this.#isOpen || this.#ticksMs() < this.#quietUntilTicksMs) return false
    this.#isOpen = true
    try {
      const { response } = await this.#show(window, boxOf(question))
      if (response === 0) return true
      this.#quietUntilTicksMs = this.#ticksMs() + quietMs
      return false
    } finally {
      this.#isOpen = false
    }
  }
}
