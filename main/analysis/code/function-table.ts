import type { NamedFrame } from '../../../shared/model/trace/trace-selection.ts'
import { readableName, unresolvedName } from '../names/readable-name.ts'
import type { CodeIndex } from './code-index.ts'
import type { MethodTable } from './method-table.ts'
import type { ModuleTable } from './module-table.ts'

/** What a frame is, as far as the trace lets us know. */
export type FunctionKind =
  | 'managed'
  /** Named by the symbols of its file. */
  | 'native'
  /** Of a file that another tool wrote and that has nothing of .NET. */
  | 'foreign'
  /** Code of the traced process that no event of the trace names: native code, or the recording ended without names. */
  | 'unresolved'
  /** Functions that a person looks at as one: a module, a namespace, a class. */
  | 'group'
  /** The root of every tree. */
  | 'root'

export interface FunctionEntry {
  /** `Namespace.Type.Method(argument types)`; `?!?` for what is unresolved, as Microsoft's tools write it. */
  readonly name: string
  /** As its author wrote it, without namespace and arguments: `OrderService.PlaceAsync`. Several functions may have the same. */
  readonly displayName: string
  /** File name without extension; empty when unknown. */
  readonly module: string
  readonly kind: FunctionKind
}

/** As every view of the page shows it. */
export function namedFrame({ name, displayName, module }: FunctionEntry): NamedFrame {
  return { method: name, name: displayName, module }
}

export const rootFunction = 0
export const unresolvedFunction = 1

/** Functions by number. A document that grows makes its tables anew; a function that was named once keeps its number. */
export class FunctionNumbers {
  readonly entries: FunctionEntry[] = [
    { name: '', displayName: '', module: '', kind: 'root' },
    { name: '?!?', displayName: unresolvedName, module: '', kind: 'unresolved' },
  ]
  readonly byName = new Map<string, number>()
}

/** Functions as people count them: all code of one method (tiers, re-JIT, several loads) is one. */
export class FunctionTable {
  readonly #methods: MethodTable
  readonly #modules: ModuleTable
  readonly #index: CodeIndex
  readonly #entries: FunctionEntry[]
  readonly #byName: Map<string, number>
  readonly #functionOfCode: Int32Array

  constructor(methods: MethodTable, modules: ModuleTable, index: CodeIndex, numbers = new FunctionNumbers()) {
    this.#entries = numbers.entries
    this.#byName = numbers.byName
    this.#methods = methods
    this.#modules = modules
    this.#index = index
    this.#functionOfCode = new Int32Array(methods.count).fill(-1)
  }

  get count(): number {
    return this.#entries.length
  }

  get(index: number): FunctionEntry {
    return this.#entries[index]!
  }

  /** Function of an address; `ticks` as in CodeIndex.find. */
  at(address: number, ticks: number): number {
    const code = this.#index.find(address, ticks)
    return code < 0 ? unresolvedFunction : this.ofCode(code)
  }

  /** Row of the method table that an address is of, whatever the time; -1: of none, or it was used again. */
  codeAt(address: number): number {
    return this.#index.isReused(address) ? -1 : this.#index.find(address, Number.NaN)
  }

  /** Number of a function by its name; -1: no frame has it. */
  find(name: string, module: string): number {
    const found = this.#byName.get(`${module}!${name}`)
    return found ?? (name === this.#entries[unresolvedFunction]!.name && module === '' ? unresolvedFunction : -1)
  }

  /** Number of what stands for several functions. */
  internGroup(name: string, module: string): number {
    const key = `${module}!${name}`
    let index = this.#byName.get(key)
    if (index === undefined) {
      index = this.#entries.length
      this.#entries.push({ name, displayName: name, module, kind: 'group' })
      this.#byName.set(key, index)
    }
    return index
  }

  /** Rows of the method table that a frame was found in, in their order. */
  codesOf(index: number): readonly number[] {
    const codes: number[] = []
    for (const [code, of] of this.#functionOfCode.entries()) if (of === index) codes.push(code)
    return codes
  }

  isReused(address: number): boolean {
    return this.#index.isReused(address)
  }

  /** Number of the stretch of time in which no function of an address changes. */
  epochAt(ticks: number): number {
    return this.#index.epochAt(ticks)
  }

  /** Function of a row of the method table. */
  ofCode(code: number): number {
    const known = this.#functionOfCode[code]!
    if (known >= 0) return known
    const name = this.#methods.fullName(code)
    const module = this.#modules.name(this.#methods.code(code).moduleId)
    const key = `${module}!${name}`
    let index = this.#byName.get(key)
    if (index === undefined) {
      index = this.#entries.length
      const displayName = readableName(this.#methods.rawName(code)).short
      const { isNative, isForeign } = this.#methods.code(code)
      const kind = isNative ? 'native' : isForeign ? 'foreign' : 'managed'
      this.#entries.push({ name, displayName, module, kind })
      this.#byName.set(key, index)
    }
    this.#functionOfCode[code] = index
    return index
  }
}

/** `module!name`, as stacks are written. */
export function frameText({ name, module }: FunctionEntry): string {
  return module === '' ? name : `${module}!${name}`
}
