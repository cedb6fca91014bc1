/**
 * Names that compilers make up for what an author wrote without a name of its own: `<PlaceAsync>d__4`, `<Main>b__0_1`, `<Map>g__Spin|5_0`. They are no
 * contract; these are the forms of Roslyn (C# 7 to 14, Visual Basic) and of the F# compiler.
 */
export interface CompiledName {
  /** What it belongs to, compiled names in it read, too: `PlaceAsync`, `Map.Spin`, `Main.lambda`. Empty: a closure, which adds nothing. */
  readonly name: string
  /** The class of an async method or an iterator, whose code is its `MoveNext`. */
  readonly isStateMachine: boolean
}

/** Deeper ones are not written by people. */
const deepest = 8

const fsharpClosure = /^(.+?)@\d+(?:-\d+)?$/
const basicStateMachine = /^VB\$StateMachine_\d+_(.+)$/

/** Null: a name as somebody wrote it. */
export function readCompiledName(text: string, depth = 0): CompiledName | null {
  if (text.startsWith('<')) return depth < deepest ? readBracketed(text, depth) : null
  if (text.startsWith('_Closure$__')) return { name: '', isStateMachine: false }
  if (text.startsWith('_Lambda$__')) return { name: 'lambda', isStateMachine: false }
  const basic = basicStateMachine.exec(text)
  if (basic !== null) return { name: basic[1]!, isStateMachine: true }
  const closure = fsharpClosure.exec(text)
  return closure === null ? null : { name: `${closure[1]!}.lambda`, isStateMachine: false }
}

/** `<inner>rest`. */
function readBracketed(text: string, depth: number): CompiledName | null {
  const end = closingBracket(text)
  if (end < 0) return null
  const inner = text.slice(1, end)
  const rest = text.slice(end + 1)
  // Closures, cached delegates, extension blocks.
  if (inner === '' || inner === 'G')
    return rest.startsWith('f__AnonymousType')
      ? { name: 'anonymous type', isStateMachine: false }
      : { name: '', isStateMachine: false }
  const owner = readCompiledName(inner, depth + 1)?.name ?? methodWords(inner)
  if (/^d(?:__\d+)?$/.test(rest)) return { name: owner, isStateMachine: true }
  if (rest.startsWith('b__')) return { name: `${owner}.lambda`, isStateMachine: false }
  const local = /^g__([^|]+)\|/.exec(rest)
  if (local !== null) return { name: `${owner}.${local[1]!}`, isStateMachine: false }
  // A type that is local to its file: the hash of the file, then its name.
  const ofFile = /^F[0-9A-F]+__(.+)$/.exec(rest)
  if (ofFile !== null) return { name: ofFile[1]!, isStateMachine: false }
  return { name: owner, isStateMachine: false }
}

/** Place of the bracket that closes the first one; -1: none does. */
function closingBracket(text: string): number {
  let open = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]
    if (unit === '<') open++
    else if (unit === '>' && --open === 0) return at
  }
  return -1
}

const operators: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Addition: '+',
    Subtraction: '-',
    Multiply: '*',
    Division: '/',
    Modulus: '%',
    Equality: '==',
    Inequality: '!=',
    LessThan: '<',
    GreaterThan: '>',
    LessThanOrEqual: '<=',
    GreaterThanOrEqual: '>=',
    BitwiseAnd: '&',
    BitwiseOr: '|',
    ExclusiveOr: '^',
    LeftShift: '<<',
    RightShift: '>>',
    UnsignedRightShift: '>>>',
    LogicalNot: '!',
    OnesComplement: '~',
    UnaryNegation: '-',
    UnaryPlus: '+',
    Increment: '++',
    Decrement: '--',
    True: 'true',
    False: 'false',
  }),
)

const accessor = /^(get|set|init|add|remove)_(.+)$/

/** A method as C# writes it: accessors behind their property, operators by their sign. Constructors are left to who knows the type. */
export function methodWords(name: string): string {
  const access = accessor.exec(name)
  if (access !== null) return `${access[2] === 'Item' ? 'this[]' : access[2]!}.${access[1]!}`
  if (name === '.ctor') return 'constructor'
  if (name === '.cctor') return 'static constructor'
  if (!name.startsWith('op_')) return name
  const operator = name.slice(3)
  if (operator === 'Implicit' || operator === 'Explicit') return `${operator.toLowerCase()} operator`
  const checked = operator.startsWith('Checked') ? operators.get(operator.slice(7)) : undefined
  if (checked !== undefined) return `operator checked ${checked}`
  const sign = operators.get(operator)
  return sign === undefined ? name : `operator ${sign}`
}
