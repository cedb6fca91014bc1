import type { NamedFrame } from '../../../shared/model/trace/trace-selection.ts'
import { CodeEvents } from './code-events.ts'
import { CodeIndex } from './code-index.ts'
import { type FunctionEntry, FunctionNumbers, FunctionTable, namedFrame, unresolvedFunction } from './function-table.ts'
import { MethodTable } from './method-table.ts'
import { ModuleTable } from './module-table.ts'

/**
 * Names for addresses of code while they still arrive, from any number of streams of one process. Where code was replaced, what the streams say last
 * counts: this serves pictures of the last seconds, not history.
 */
export class CodeNames {
  readonly #methods = new MethodTable()
  readonly #modules = new ModuleTable()
  readonly #numbers = new FunctionNumbers()
  #functions: FunctionTable | null = null
  #count = 0

  get methodCount(): number {
    return this.#methods.count
  }

  /** Reads one of the streams. */
  listener(): CodeEvents {
    return new CodeEvents(this.#methods, this.#modules)
  }

  /** Null: no method is known there. */
  find(address: number): FunctionEntry | null {
    const index = this.#table().at(address, Number.NaN)
    return index === unresolvedFunction ? null : this.#functions!.get(index)
  }

  /** A frame as every view shows it. What no method is known for is told apart by its address. */
  frameAt(address: number): { readonly frame: NamedFrame; readonly isNamed: boolean } {
    const found = this.find(address)
    if (found !== null) return { frame: namedFrame(found), isNamed: true }
    const text = `0x${address.toString(16)}`
    return { frame: { method: text, name: text, module: '' }, isNamed: false }
  }

  /** As long as nothing new has come, the same. */
  #table(): FunctionTable {
    const count = this.#methods.count + this.#modules.count
    if (this.#functions === null || count !== this.#count)
      this.#functions = new FunctionTable(this.#methods, this.#modules, new CodeIndex(this.#methods), this.#numbers)
    this.#count = count
    return this.#functions
  }
}
