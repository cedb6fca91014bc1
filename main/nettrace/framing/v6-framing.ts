import type { TraceBuilder } from '../trace/trace-builder.ts'
import type { Framing } from './framing.ts'
import { blockKinds, V6Reader } from './v6-reader.ts'

/*
 * Blocks of V6, after `Nettrace` | u32 0 | u32 major | u32 minor:
 *
 *   u32 head (low 24 bits size, high 8 bits kind) | size bytes
 *
 * No alignment and no closing tags: a block of an unknown kind is skipped by its size, and a wrong size cannot be told.
 */
export class V6Framing implements Framing {
  readonly #builder: TraceBuilder
  readonly #reader: V6Reader
  #state: Framing['state'] = 'reading'

  constructor(builder: TraceBuilder, minor: number) {
    this.#builder = builder
    builder.threads.onNew = (low) =>
      builder.addDamage(builder.input.start, 'EventBlock', 'a thread that was defined', `index ${low}`)
    this.#reader = new V6Reader(builder, minor)
  }

  get state(): Framing['state'] {
    return this.#state
  }

  step(): boolean {
    const { input } = this.#builder
    if (this.#state !== 'reading' || input.length < 4) return false
    const head = input.view.getUint32(input.start, true)
    const contentBytes = head & 0xffffff
    const kind = head >>> 24
    if (input.length < 4 + contentBytes) return false
    const start = input.start + 4
    if (kind === blockKinds.endOfStream) this.#state = 'ended'
    else this.#reader.read(kind, start, start + contentBytes)
    input.consume(4 + contentBytes)
    return true
  }

  salvage(): void {
    const { input } = this.#builder
    if (this.#state !== 'reading' || input.length < 4) return
    const kind = input.view.getUint32(input.start, true) >>> 24
    if (kind === blockKinds.event) this.#reader.salvage(input.start + 4, input.end)
  }
}
