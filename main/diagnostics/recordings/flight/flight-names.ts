import fs from 'node:fs'
import path from 'node:path'
import type { KeptStream } from '../../../workers/recorder/kept-pieces.ts'
import { symbolsPathOf } from '../../../workers/recorder/symbols-file.ts'
import type { SessionRegistry } from '../../session-registry.ts'
import { lookForNames } from '../names/name-sessions.ts'
import type { RecordingTarget } from '../recording-target.ts'
import { SymbolsBeside } from '../names/symbols-beside.ts'
import { pause } from '../../../os/pause.ts'

/** Events of the last moment reach us with the runtime's next round of writing, every 100 ms. */
const shortestMs = 250

/** The names for one save of a flight recorder: a short session beside it, in a file that is gone afterwards. */
export class FlightNames {
  readonly #registry: SessionRegistry
  readonly #beside: SymbolsBeside
  readonly #file: string

  constructor(registry: SessionRegistry, folder: string, number: number) {
    this.#registry = registry
    const base = path.join(folder, `names-${number}`)
    this.#beside = new SymbolsBeside(base)
    this.#file = symbolsPathOf(base)
  }

  /** Null: the process gave none, or may not be asked now. */
  async look({ endpoint, row, mayLook }: RecordingTarget): Promise<KeptStream | null> {
    const startMs = performance.now()
    if (mayLook()) {
      await lookForNames(
        this.#registry,
        { endpoint, runtimeVersion: row.runtimeVersion },
        { onBytes: (bytes) => this.#beside.add(bytes), onEnd: (isWhole) => this.#beside.end(isWhole) },
      )
      await this.#beside.finish()
    }
    await pause(shortestMs - (performance.now() - startMs))
    if (!this.#beside.hasKept) return null
    const { size } = await fs.promises.stat(this.#file)
    return { keeps: 'names', pieces: [{ file: this.#file, at: 0, offset: 0, byteCount: size }] }
  }

  remove(): Promise<void> {
    return this.#beside.remove()
  }
}
