export interface Module {
  readonly ilPath: string
  readonly nativePath: string
  readonly flags: number
}

/** Loaded modules by the runtime's id. */
export class ModuleTable {
  readonly #modules = new Map<number, Module>()

  get count(): number {
    return this.#modules.size
  }

  /** A module is told several times (load, domain, rundown); the first one with a path stays. */
  add(id: number, module: Module): void {
    const known = this.#modules.get(id)
    if (known === undefined || known.ilPath === '') this.#modules.set(id, module)
  }

  get(id: number): Module | undefined {
    return this.#modules.get(id)
  }

  entries(): IterableIterator<[number, Module]> {
    return this.#modules.entries()
  }

  /** File name without folder and extension, whatever system the trace is from; empty when nobody told. */
  name(id: number): string {
    const module = this.#modules.get(id)
    const path = module === undefined ? '' : module.ilPath === '' ? module.nativePath : module.ilPath
    const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
    return file.replace(/\.(dll|exe|ni\.dll|ni\.exe)$/i, '')
  }
}
