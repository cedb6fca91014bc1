import { AddressTable } from '../address-table.ts'

/** No system has longer file names; every method of a module bears it. */
const longestName = 512

export interface Module {
  readonly ilPath: string
  readonly nativePath: string
  readonly flags: number
  /** Of its PDB, 16 bytes as hex digits; left out or empty: the event does not say it. */
  readonly pdbId?: string
}

/** Loaded modules by the runtime's id. */
export class ModuleTable {
  readonly #ids = new AddressTable()
  /** By the number of the id. */
  readonly #modules: Module[] = []
  readonly #names: (string | undefined)[] = []
  readonly #pdbIds: (string | undefined)[] = []

  get count(): number {
    return this.#ids.count - 1
  }

  /** A program that NativeAOT compiled is one module without IL, and none of its methods is ever told; CoreCLR has files of IL. */
  get areNative(): boolean {
    return this.#modules.some(Boolean) && this.#modules.every(({ ilPath }) => ilPath === '')
  }

  /** A module is told several times (load, domain, rundown); the first one with a path stays. */
  add(id: number, module: Module): void {
    const number = this.#ids.internNumber(id)
    const known = this.#modules[number]
    if (module.pdbId !== undefined && module.pdbId !== '') this.#pdbIds[number] ??= module.pdbId
    if (known !== undefined && known.ilPath !== '') return
    this.#modules[number] = module
    this.#names[number] = undefined
  }

  /** Of the file with its code as IL, else of the native one; empty when nothing says it. */
  path(id: number): string {
    const module = this.#modules[this.#ids.findNumber(id)]
    if (module === undefined) return ''
    return module.ilPath === '' ? module.nativePath : module.ilPath
  }

  /** Of the build that was loaded; empty when nothing says it. */
  pdbId(id: number): string {
    return this.#pdbIds[this.#ids.findNumber(id)] ?? ''
  }

  /** File name without folder and extension, whatever system the trace is from; empty when nothing says it. */
  name(id: number): string {
    const number = this.#ids.findNumber(id)
    const module = this.#modules[number]
    if (module === undefined) return ''
    return (this.#names[number] ??= fileName(module.ilPath === '' ? module.nativePath : module.ilPath))
  }
}

function fileName(path: string): string {
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return file.replace(/\.(dll|exe|ni\.dll|ni\.exe)$/i, '').slice(0, longestName)
}
