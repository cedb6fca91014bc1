import { readCompiledName } from './compiled-name.ts'

/** A type as the runtime writes it in events, read as its author wrote it. */
export interface ReadType {
  /** `Orders.Service<T>`: nested types with dots, no namespace; empty when all of it is made up by the compiler. */
  readonly short: string
  readonly namespace: string
  /** The code of `MoveNext` is that of the method the type is named after. */
  readonly isStateMachine: boolean
  /** What stands for `!0`, `!1` ... in signatures. */
  readonly typeArguments: readonly string[]
}

/** Deeper ones are cut: nobody reads them, and a file may nest them as deep as it likes. */
const deepest = 12

/** Types of the runtime that C# has a keyword for. */
export const typeKeywords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'System.Boolean': 'bool',
    'System.Byte': 'byte',
    'System.SByte': 'sbyte',
    'System.Char': 'char',
    'System.Int16': 'short',
    'System.UInt16': 'ushort',
    'System.Int32': 'int',
    'System.UInt32': 'uint',
    'System.Int64': 'long',
    'System.UInt64': 'ulong',
    'System.IntPtr': 'nint',
    'System.UIntPtr': 'nuint',
    'System.Single': 'float',
    'System.Double': 'double',
    'System.Decimal': 'decimal',
    'System.String': 'string',
    'System.Object': 'object',
    'System.Void': 'void',
  }),
)

/** What stands for no result at all. */
const noResult = 'System.Threading.Tasks.VoidTaskResult'

/** Code that all reference types share. */
const sharedArgument = 'System.__Canon'

/** Of arrays, at the end of a name. */
const ranks = /(?:\[[,*]*\])+$/

/** `Namespace.Outer``1+Inner``1[System.__Canon,System.Int32]`. */
export function readType(text: string, depth = 0): ReadType {
  const bracket = text.indexOf('[')
  const path = bracket < 0 ? text : text.slice(0, bracket)
  const suffix = bracket < 0 ? '' : text.slice(bracket)
  const rank = ranks.exec(suffix)?.[0] ?? ''
  const keyword = path === noResult ? 'void' : typeKeywords.get(path)
  if (keyword !== undefined)
    return { short: `${keyword}${rank}`, namespace: '', isStateMachine: false, typeArguments: [] }
  const list = suffix.slice(1, suffix.lastIndexOf(']', suffix.length - rank.length - 1))
  const given = list === '' || depth >= deepest ? [] : splitArguments(list)
  const read = readPath(path, given, depth)
  return { ...read, short: `${read.short}${rank}` }
}

function readPath(path: string, given: readonly string[], depth: number): ReadType {
  const nested = path.split('+')
  const dot = nested[0]!.lastIndexOf('.')
  const namespace = dot < 0 ? '' : nested[0]!.slice(0, dot)
  nested[0] = nested[0]!.slice(dot + 1)
  const typeArguments: string[] = []
  const parts: string[] = []
  let isStateMachine = false
  const named = nested.map(withoutArity)
  // The runtime may leave the types out that this one is nested in, and not their arguments, which come first.
  const left = Math.max(0, given.length - named.reduce((sum, { arity }) => sum + arity, 0))
  for (const { name, arity } of named) {
    const own = Array.from({ length: arity }, () => {
      const at = typeArguments.length
      typeArguments.push(argumentWords(given[left + at], at, arity, depth))
      return typeArguments[at]!
    })
    const compiled = readCompiledName(name)
    isStateMachine = compiled?.isStateMachine ?? false
    // The arguments of closures and state machines are those of the method around them.
    if (compiled === null) parts.push(own.length === 0 ? name : `${name}<${own.join(', ')}>`)
    else if (compiled.name !== '') parts.push(compiled.name)
  }
  return { short: parts.join('.'), namespace, isStateMachine, typeArguments }
}

function withoutArity(part: string): { readonly name: string; readonly arity: number } {
  const tick = part.lastIndexOf('`')
  const digits = tick < 0 ? '' : part.slice(tick + 1)
  return /^[1-9]\d?$/.test(digits) ? { name: part.slice(0, tick), arity: Number(digits) } : { name: part, arity: 0 }
}

function argumentWords(given: string | undefined, at: number, arity: number, depth: number): string {
  if (given === undefined || given === sharedArgument || given === '') return arity === 1 ? 'T' : `T${String(at + 1)}`
  return readType(given, depth + 1).short
}

/** At commas outside of brackets. */
function splitArguments(text: string): readonly string[] {
  const found: string[] = []
  let open = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]
    if (unit === '[') open++
    else if (unit === ']') open--
    else if (unit === ',' && open === 0) {
      found.push(text.slice(start, at))
      start = at + 1
    }
  }
  found.push(text.slice(start))
  return found
}

/** A type of an event as C# names it, without its namespace. Classes that compilers make up keep their names: each has objects of its own. */
export function shortTypeName(rawName: string): string {
  const { short, namespace } = readType(rawName)
  const path = /^[^[]*/.exec(rawName)![0]
  const isMadeUp = short === '' || path.slice(path.lastIndexOf('+') + 1).startsWith('<')
  return isMadeUp ? rawName.slice(namespace === '' ? 0 : namespace.length + 1) : short
}

/** The same with its namespace, which its arguments don't get. */
export function typeNameInNamespace(rawName: string): string {
  const { namespace } = readType(rawName)
  return namespace === '' ? shortTypeName(rawName) : `${namespace}.${shortTypeName(rawName)}`
}
