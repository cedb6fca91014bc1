import { typeKeywords } from '../../analysis/names/type-name.ts'

/** What tools add to names, so that each size class and each kind of array is a type of its own: ` (Bytes > 10K)`, ` (Ptrs,ElemSize=4)`. */
const sizeClass = / \((?:Bytes > |Ptrs|NoPtrs|ElemSize=)[^()]*\)$/
/** Longer and deeper names are kept as they are: nobody reads them, and a file may nest them as deep as it likes. */
const longestRead = 4000
const deepest = 12

/** One or more ranks: `[]`, `[,]`, `<,>` (as some tools write them), then pointers and references. */
const ranks = /^(?:[[<][,*]*[\]>])*[*&]*$/

export function withoutSizeClass(rawName: string): string {
  let name = rawName
  for (let round = 0; round < 2; round++) name = name.replace(sizeClass, '')
  return name
}

/**
 * A type as C# writes it, with its namespace and without the suffix of a size class. Reads what the runtime writes
 * (``Dictionary`2[System.Int32,Shop.Outer+Order]``) and what Microsoft's heap tools make of it (`Dictionary<System.Int32,Shop.Outer+Order>`). Classes
 * that compilers make up keep their own names: each is a type with objects of its own.
 */
export function heapTypeName(rawName: string): string {
  if (rawName.length > longestRead || rawName.startsWith('[')) return rawName
  return readName(withoutSizeClass(rawName), 0)
}

function readName(text: string, depth: number): string {
  if (depth > deepest) return text
  const pathEnd = endOfPath(text)
  const path = text.slice(0, pathEnd)
  let rest = text.slice(pathEnd)
  let given: readonly string[] = []
  if (rest !== '' && !ranks.test(rest)) {
    const close = closingBracket(rest)
    if (close < 0) return text
    given = splitArguments(rest.slice(1, close)).map((one) => readName(one.trim(), depth + 1))
    rest = rest.slice(close + 1)
    if (!ranks.test(rest)) return text
  }
  return `${pathWords(path, given)}${rankWords(rest)}`
}

function pathWords(path: string, given: readonly string[]): string {
  const keyword = given.length === 0 ? typeKeywords.get(path) : undefined
  if (keyword !== undefined) return keyword
  if (/^System\.Nullable(?:`1)?$/.test(path) && given.length === 1) return `${given[0]!}?`
  const parts = path.split('+')
  let used = 0
  const words = parts.map((part, at) => {
    const tick = /`([1-9]\d?)$/.exec(part)
    const isLast = at === parts.length - 1
    // Tools leave the numbers out: all arguments are those of the innermost type then.
    const arity = tick === null ? 0 : Number(tick[1])
    const own = given.slice(used, isLast ? given.length : used + arity)
    used += own.length
    const name = tick === null ? part : part.slice(0, tick.index)
    if (own.length > 0) return `${name}<${own.join(', ')}>`
    return arity === 0 ? name : `${name}<${Array.from({ length: arity }, () => '').join(',')}>`
  })
  return words.join('.')
}

/** C# has the outermost array first, the runtime last: an array of `int[,]` is `int[][,]`. */
function rankWords(text: string): string {
  const brackets = text.match(/[[<][,*]*[\]>]/g) ?? []
  const behind = text.slice(brackets.join('').length)
  return `${brackets
    .toReversed()
    .map((rank) => `[${rank.slice(1, -1)}]`)
    .join('')}${behind}`
}

/** A name that a compiler made up begins with an angle bracket; elsewhere a bracket begins arguments or a rank. */
function endOfPath(text: string): number {
  let isPartStart = true
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]!
    if (unit === '<' && isPartStart) {
      const close = closingBracket(text.slice(at))
      if (close < 0) return text.length
      at += close
      isPartStart = false
    } else if (unit === '[' || unit === '<') return at
    else isPartStart = unit === '+' || unit === '.'
  }
  return text.length
}

/** Place of the bracket that closes the first one, whichever the two kinds are; -1: none does. */
function closingBracket(text: string): number {
  let open = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]
    if (unit === '[' || unit === '<') open++
    else if ((unit === ']' || unit === '>') && --open === 0) return at
  }
  return -1
}

/** At commas outside of brackets. */
function splitArguments(text: string): readonly string[] {
  const found: string[] = []
  let open = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]
    if (unit === '[' || unit === '<') open++
    else if (unit === ']' || unit === '>') open--
    else if (unit === ',' && open === 0) {
      found.push(text.slice(start, at))
      start = at + 1
    }
  }
  found.push(text.slice(start))
  return found
}
