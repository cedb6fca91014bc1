import { methodWords, readCompiledName } from './compiled-name.ts'
import { readType } from './type-name.ts'

/** A method as the runtime names it, in its three parts. */
export interface RawMethod {
  /** With its namespace: `Shop.OrderService+<PlaceAsync>d__4`. Empty for native code. */
  readonly type: string
  readonly method: string
  /** `(class System.String,int32)`; empty when the trace has none. */
  readonly signature: string
}

export interface ReadableName {
  /** `OrderService.PlaceAsync`. Several methods may have the same one: overloads, generic instances. */
  readonly short: string
  readonly namespace: string
  /** What stands for `!0`, `!1` ... in the signature. */
  readonly typeArguments: readonly string[]
  /** The arguments of the signature are not those the author wrote. */
  readonly isCompiled: boolean
}

/** What the app shows for code that no event of the trace names. */
export const unresolvedName = 'Unresolved code'

/** Longer names are shown as they are, cut: they are no names that somebody reads. */
const longestRead = 4000

/** A method as its author wrote it: `List<Order>.Add`, `OrderService.PlaceAsync`, `Program.Main.lambda`, `new Order`, `Order.Total.get`. */
export function readableName({ type, method }: Pick<RawMethod, 'type' | 'method'>): ReadableName {
  if (type.length + method.length > longestRead)
    return { short: `${type}.${method}`.slice(0, longestRead), namespace: '', typeArguments: [], isCompiled: true }
  if (type === '') return { short: method, namespace: '', typeArguments: [], isCompiled: false }
  if (type === 'dynamicClass')
    return { short: dynamicWords(method), namespace: '', typeArguments: [], isCompiled: true }
  const read = readType(type)
  const { namespace, typeArguments } = read
  const named = (short: string, isCompiled = false): ReadableName => ({ short, namespace, typeArguments, isCompiled })
  if (read.isStateMachine)
    return named(method === 'MoveNext' ? read.short : `${read.short}.${plainMethod(method)}`, true)
  if (method === '.ctor') return named(`new ${read.short}`)
  if (method === '.cctor') return named(`${read.short} static constructor`)
  // An F# closure is a class whose code is its Invoke.
  if (read.short.endsWith('.lambda') && (method === 'Invoke' || method === 'Specialize')) return named(read.short, true)
  const compiled = readCompiledName(method)
  const words = compiled === null ? plainMethod(method) : compiled.name
  return named(
    read.short === '' || words === '' ? `${read.short}${words}` : `${read.short}.${words}`,
    compiled !== null,
  )
}

/** `IHeaders.Length.get` of `Shop.IHeaders.get_Length`: an explicit implementation has the interface before the method. */
function plainMethod(method: string): string {
  const dot = lastDot(method)
  if (dot <= 0) return methodWords(method)
  const owner = method.slice(0, dot)
  return `${owner.slice(lastDot(owner) + 1)}.${methodWords(method.slice(dot + 1))}`
}

/** Outside of brackets; generic interfaces have their arguments in them. */
function lastDot(text: string): number {
  let open = 0
  for (let at = text.length - 1; at >= 0; at--) {
    const unit = text[at]
    if (unit === '>') open++
    else if (unit === '<') open--
    else if (unit === '.' && open === 0) return at
  }
  return -1
}

const stubs: readonly (readonly [prefix: string, words: string])[] = [
  ['IL_STUB_PInvoke', 'P/Invoke stub'],
  ['IL_STUB_ReversePInvoke', 'Reverse P/Invoke stub'],
  ['IL_STUB_COMtoCLR', 'COM to .NET stub'],
  ['IL_STUB_CLRtoCOM', '.NET to COM stub'],
  ['IL_STUB_DelegateInvoke', 'Delegate stub'],
  ['IL_STUB_MulticastDelegate', 'Multicast delegate stub'],
  ['IL_STUB_InstantiatingStub', 'Generic instantiation stub'],
  ['IL_STUB_UnboxingStub', 'Unboxing stub'],
  ['IL_STUB_StructMarshal', 'Struct marshalling stub'],
  ['IL_STUB_ArrayOp', 'Array stub'],
]

/** Code that was emitted while the program ran. */
function dynamicWords(method: string): string {
  const stub = stubs.find(([prefix]) => method.startsWith(prefix))
  return stub === undefined ? `${method} (dynamic)` : stub[1]
}
