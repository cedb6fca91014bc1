import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'

const secondWalk =
  'it is still collecting for an earlier heap graph, and another one would pause it again; capture again when that is over'

interface Use {
  /** Openings, and stops from the command to the end of their stream. */
  busyCount: number
  held: Promise<void> | null
  onQuiet: (() => void)[]
}

/** One opening or one stop; both ends may be called more than once. */
export interface Turn {
  /** Waits for whoever has the target for itself. */
  enter(): Promise<void>
  leave(): void
}

/**
 * Who may open and stop sessions in a target. A heap session needs it alone: each session on the runtime's provider that comes or goes
 * beside it makes the runtime collect and walk its heap once more (docs/decisions/0334).
 */
export class SoleUse {
  readonly #uses = new Map<string, Use>()

  isHeld(path: string): boolean {
    return this.#uses.get(path)?.held != null
  }

  turn(path: string): Turn {
    let isIn = false
    return {
      enter: async () => {
        // oxlint-disable-next-line no-await-in-loop -- another one may have taken it meanwhile
        for (let held = this.#useOf(path).held; held !== null; held = this.#useOf(path).held) await held
        if (isIn) return
        isIn = true
        this.#useOf(path).busyCount++
      },
      leave: () => {
        if (!isIn) return
        isIn = false
        const use = this.#useOf(path)
        use.busyCount--
        if (use.busyCount === 0) for (const onQuiet of use.onQuiet.splice(0)) onQuiet()
        this.#forgetUnused(path)
      },
    }
  }

  /**
   * Nothing new begins from now on; resolves when what has begun is over. Refused at once when the target is taken already. Gives back
   * what releases it.
   */
  async hold(path: string, signal?: AbortSignal): Promise<Result<() => void, AppError>> {
    const use = this.#useOf(path)
    if (use.held !== null) return err({ kind: 'refused-harmful', operation: 'CollectTracing', reason: secondWalk })
    let letGo = nothing
    use.held = new Promise((resolve) => (letGo = resolve))
    const release = (): void => {
      use.held = null
      letGo()
      this.#forgetUnused(path)
    }
    if (use.busyCount > 0) await quietOrAborted(use, signal)
    if (signal?.aborted !== true) return ok(release)
    release()
    return err({ kind: 'cancelled' })
  }

  #useOf(path: string): Use {
    const known = this.#uses.get(path)
    if (known !== undefined) return known
    const use: Use = { busyCount: 0, held: null, onQuiet: [] }
    this.#uses.set(path, use)
    return use
  }

  #forgetUnused(path: string): void {
    const use = this.#uses.get(path)
    if (use !== undefined && use.busyCount === 0 && use.held === null) this.#uses.delete(path)
  }
}

function quietOrAborted(use: Use, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    use.onQuiet.push(resolve)
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}

function nothing(): void {
  // Replaced before it can be called.
}
