/** A type as the program's own metadata has it. */
export interface DefinedType {
  readonly assembly: string
  /** ``Ns.Outer`1+Inner`` */
  readonly name: string
}

export interface NativeTypeName {
  /** As runtimes write it: ``Ns.Outer`1+Inner[System.Int32]``. Of what the metadata lacks: the linker's own name. */
  readonly rawName: string
  /** `Shop.Orders.dll`; empty: not known. */
  readonly module: string
}

interface Read extends NativeTypeName {
  readonly end: number
}

const tablePrefix = '_ZTV'
/** Of the objects that hold static fields, one for each layout. */
const staticsPrefix = '__GCStaticEEType_'
/** What a symbol of a type's table begins with; behind the first the length of the name follows in digits. */
export const tableSymbolPrefixes: readonly string[] = [tablePrefix, staticsPrefix]
const staticsName = 'Static fields'
const boxedPrefix = 'Boxed_'
const arrayName = '__Array'
const wideArrayName = '__MDArray'
const deepest = 32

/** The compiler writes these without an assembly and, but for a few, as they are called in `System`. */
const coreNames: ReadonlyMap<string, string> = new Map([
  ['Bool', 'Boolean'],
  ['Int8', 'SByte'],
  ['UInt8', 'Byte'],
  ...['Char', 'Int16', 'UInt16', 'Int32', 'UInt32', 'Int64', 'UInt64', 'IntPtr', 'UIntPtr', 'Single', 'Double'].map(
    (name) => [name, name] as const,
  ),
  ...['Object', 'String', 'Void'].map((name) => [name, name] as const),
])
const coreModule = 'System.Private.CoreLib.dll'

/**
 * Names of types out of the symbols of a NativeAOT program. The compiler writes assembly, namespace, type and nesting with one sign (`_`) between
 * them, and replaces whatever is no letter or digit by it: what a symbol stands for is told by the names that its metadata has, written the same way.
 */
export class NativeTypeNames {
  readonly #defined = new Map<string, DefinedType | null>()

  constructor(types: Iterable<DefinedType>) {
    for (const type of types) {
      const key = linkerName(type)
      // Two that are written alike: none of them.
      this.#defined.set(key, this.#defined.has(key) ? null : type)
    }
  }

  /** Null: it is no symbol of a type's table. */
  nameOf(symbol: string): NativeTypeName | null {
    if (symbol.startsWith(staticsPrefix)) return { rawName: staticsName, module: '' }
    const length = /^_ZTV(\d+)/.exec(symbol)?.[1]
    if (length === undefined) return null
    const rest = symbol.slice(tablePrefix.length + length.length)
    const text = rest.startsWith(boxedPrefix) ? rest.slice(boxedPrefix.length) : rest
    const read = this.#type(text, 0, 0)
    if (read === null || read.end !== text.length) return { rawName: text, module: '' }
    return { rawName: read.rawName, module: read.module }
  }

  #type(text: string, at: number, depth: number): Read | null {
    if (depth > deepest) return null
    if (text.startsWith(`${arrayName}<`, at)) return this.#array(text, at + arrayName.length + 1, depth)
    if (text.startsWith(`${wideArrayName}<`, at)) return this.#array(text, at + wideArrayName.length + 1, depth)
    const named = this.#named(text, at)
    if (named === null) return null
    let { end } = named
    let given = ''
    if (text.startsWith('<', end) && !pointerKind.test(text.slice(end, end + 9))) {
      const read = this.#arguments(text, end + 1, depth)
      if (read === null) return null
      given = `[${read.rawName}]`
      ;({ end } = read)
    }
    const pointer = pointerKind.exec(text.slice(end, end + 9))?.[1]
    const sign = pointer === undefined ? '' : pointer === 'ByRef' ? '&' : '*'
    if (pointer !== undefined) end += pointer.length + 2
    return { rawName: `${named.rawName}${given}${sign}`, module: named.module, end }
  }

  /** `X>` or `X,rank>`. */
  #array(text: string, at: number, depth: number): Read | null {
    const element = this.#type(text, at, depth + 1)
    if (element === null) return null
    const close = /^(?:,(\d{1,2}))?>/.exec(text.slice(element.end, element.end + 4))
    if (close === null) return null
    const rank = Number(close[1] ?? 1)
    const commas = rank === 1 && close[1] !== undefined ? '*' : ','.repeat(rank - 1)
    return { rawName: `${element.rawName}[${commas}]`, module: element.module, end: element.end + close[0].length }
  }

  /** Up to the closing bracket, `__` between them. */
  #arguments(text: string, at: number, depth: number): Read | null {
    const names: string[] = []
    for (let next = at; ;) {
      const one = this.#type(text, next, depth + 1)
      if (one === null) return null
      names.push(one.rawName)
      if (text[one.end] === '>') return { rawName: names.join(','), module: '', end: one.end + 1 }
      if (!text.startsWith('__', one.end)) return null
      next = one.end + 2
    }
  }

  /** The longest name that is known: those that compilers make up have `__` themselves. */
  #named(text: string, at: number): Read | null {
    const bracket = text.slice(at).search(/[<>,]/)
    const last = bracket < 0 ? text.length : at + bracket
    for (let end = last; end > at; end = text.lastIndexOf('__', end - 1)) {
      const word = text.slice(at, end)
      const core = coreNames.get(word)
      if (core !== undefined) return { rawName: `System.${core}`, module: coreModule, end }
      const type = this.#defined.get(word)
      if (type != null) return { rawName: type.name, module: `${type.assembly}.dll`, end }
    }
    return null
  }
}

const pointerKind = /^<(ByRef|Pointer)>/

/** As the compiler writes a definition; `System.Private.` is shortened. */
function linkerName({ assembly, name }: DefinedType): string {
  return `${sanitized(assembly.replace(/^System\.Private\./, 'S.P.'))}_${sanitized(name)}`
}

function sanitized(text: string): string {
  return text.replace(/^\d/, '_$&').replaceAll(/[^A-Za-z0-9]/g, '_')
}
