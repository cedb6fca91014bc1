import fs from 'node:fs'
import path from 'node:path'
import type { KeptStream } from '../../../workers/recorder/kept-pieces.ts'
import { symbolsPathOf } from '../../../workers/recorder/symbols-file.ts'
import type { SessionRegistry } from '../../session-registry.ts'
import { lookForNames } from '../names/name-sessions.ts'
import type { RecordingTarget } from '../recording-target.ts'
import { SymbolsBeside } from '../names/symbols-beside.ts'
import { pause, pauseWhile } from '../../../os/pause.ts'

/** Without a byte of them: what is kept is saved as it is, and not when the process answers again. */
const longestSilenceMs = 10_000
/** Events of the last moment reach us with the runtime's next round of writing, every 100 ms. */
const shortestMs = 250

/** The names for one save of a flight recorder: a short session beside it, in a file that is gone afterwards. */
export class FlightNames {
  readonly #registry: SessionRegistry
  readonly #beside: SymbolsBeside
  readonly #file: string
  readonly #longestSilenceMs: number

  constructor(registry: SessionRegistry, folder: string, number: number, silenceMs = longestSilenceMs) {
    this.#registry = registry
    this.#longestSilenceMs = silenceMs
    const base = path.join(folder, `names-${number}`)
    this.#beside = new SymbolsBeside(base)
    this.#file = symbolsPathOf(base)
  }

  /** Null: the process gave none, doesn't answer, or may not be asked now. */
  async look(target: Pick<RecordingTarget, 'endpoint' | 'row' | 'mayLook'>): Promise<KeptStream | null> {
    const startMs = performance.now()
    if (target.mayLook()) await this.#ask(target)
    await pause(shortestMs - (performance.now() - startMs))
    if (!this.#beside.hasKept) return null
    const { size } = await fs.promises.stat(this.#file)
    return { keeps: 'names', pieces: [{ file: this.#file, at: 0, offset: 0, byteCount: size }] }
  }

  /** A session that isn't waited for any longer is read to its end all the same. */
  async #ask({ endpoint, row }: Pick<RecordingTarget, 'endpoint' | 'row'>): Promise<void> {
    let lastByteMs = performance.now()
    let isOver = false
    const asked = lookForNames(
      this.#registry,
      { endpoint, runtimeVersion: row.runtimeVersion },
      {
        onBytes: (bytes) => {
          lastByteMs = performance.now()
          this.#beside.add(bytes)
        },
        onEnd: (isWhole) => this.#beside.end(isWhole),
      },
    ).finally(() => (isOver = true))
    const isHeard = (): boolean => !isOver && performance.now() - lastByteMs < this.#longestSilenceMs
    await Promise.race([asked, pauseWhile(isHeard, Number.POSITIVE_INFINITY)])
    await this.#beside.finish()
  }

  remove(): Promise<void> {
    return this.#beside.remove()
  }
}
