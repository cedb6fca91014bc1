import { closeSync, readSync } from 'node:fs'
import path from 'node:path'
import { AssemblyMetadata } from '../../foreign/assembly-metadata.ts'
import { NotAnAssembly } from '../../foreign/pe-headers.ts'
import { nestedClassColumns, tableNumbers, typeDefColumns } from '../../foreign/assembly-tables.ts'
import { openRegularFile } from '../../foreign/open-regular.ts'
import type { OuterTypes } from '../../heap/events/walk-types.ts'

const { typeDef, nestedClass } = tableNumbers
const largestAssemblyBytes = 256 * 2 ** 20
/** Of all assemblies of one heap together. */
const mostBytes = 2 ** 30
const deepest = 16

/**
 * What nested types lie in: the runtime's events name a nested type without the types around it, so that its `Node` cannot be told from another one.
 * The assemblies that the trace names say it, where they are on this machine; they are only read. A file that was built anew since is noticed by
 * the name of the type itself.
 */
export class NestedTypes implements OuterTypes {
  readonly #modules = new Map<string, ModuleTypes | null>()
  #readBytes = 0

  outerName(modulePath: string, token: number, name: string): string {
    const known = this.#modules.get(modulePath)
    const types = known === undefined ? this.#read(modulePath) : known
    if (known === undefined) this.#modules.set(modulePath, types)
    return types?.outerName(token & 0xff_ffff, name) ?? ''
  }

  #read(modulePath: string): ModuleTypes | null {
    // A file on another machine would be asked for with this person's name.
    if (!path.isAbsolute(modulePath) || /^[\\/]{2}/.test(modulePath)) return null
    const opened = openRegularFile(modulePath)
    if (!opened.ok) return null
    const { fd, stats } = opened.value
    try {
      if (stats.size > largestAssemblyBytes || this.#readBytes + stats.size > mostBytes) return null
      this.#readBytes += stats.size
      const bytes = Buffer.alloc(stats.size)
      return new ModuleTypes(new AssemblyMetadata(bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0))))
    } catch (error) {
      const isExpected = error instanceof RangeError || error instanceof NotAnAssembly
      if (!isExpected && (error as NodeJS.ErrnoException).code === undefined) throw error
      return null
    } finally {
      closeSync(fd)
    }
  }
}

class ModuleTypes {
  readonly #metadata: AssemblyMetadata
  /** Row of the type around each nested one. */
  readonly #outer = new Map<number, number>()

  constructor(metadata: AssemblyMetadata) {
    this.#metadata = metadata
    const count = metadata.rowCount(nestedClass)
    for (let row = 1; row <= count; row++)
      this.#outer.set(
        metadata.value(nestedClass, row, nestedClassColumns.inner),
        metadata.value(nestedClass, row, nestedClassColumns.outer),
      )
  }

  /** `Ns.Outer+Middle`; empty: the type is not nested, or is another one than the name says. */
  outerName(row: number, name: string): string {
    if (row < 1 || row > this.#metadata.rowCount(typeDef)) return ''
    try {
      if (this.#metadata.text(typeDef, row, typeDefColumns.name) !== name) return ''
      const names: string[] = []
      for (let at = this.#outer.get(row); at !== undefined && names.length < deepest; at = this.#outer.get(at)) {
        const namespace = this.#metadata.text(typeDef, at, typeDefColumns.namespace)
        const own = this.#metadata.text(typeDef, at, typeDefColumns.name)
        names.unshift(namespace === '' ? own : `${namespace}.${own}`)
      }
      return names.join('+')
    } catch (error) {
      if (error instanceof RangeError || error instanceof NotAnAssembly) return ''
      throw error
    }
  }
}
