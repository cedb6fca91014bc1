import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import { formatCount } from '../../../../shared/base/format.ts'
import {
  stackPatternFields,
  type TraceFrame,
  type TraceRange,
  type TraceSelection,
  type TraceTransform,
} from '../../../../shared/model/trace/trace-selection.ts'
import { ownCodeWords } from './own-code-words.ts'

/** One restriction of the selection, and the selection without it. */
export interface SelectionPart {
  readonly kind: 'range' | 'threads' | 'transform'
  readonly text: string
  /** The whole of what `text` may shorten. */
  readonly hint: string
  readonly without: TraceSelection
}

/** What restricts a selection beside its classes, in the order of their place on the screen. */
export function selectionParts(selection: TraceSelection, threadCount: number): readonly SelectionPart[] {
  const { range, threads, transforms } = selection
  const parts: SelectionPart[] = []
  if (range !== null) {
    const hint = 'Time range, in seconds since the recording started'
    parts.push({ kind: 'range', text: rangeText(range), hint, without: { ...selection, range: null } })
  }
  if (threads !== null) {
    const [first] = threads
    const text =
      threads.length === 1
        ? `Thread ${String(first)}`
        : `${formatCount(threads.length)} of ${formatCount(threadCount)} threads`
    parts.push({ kind: 'threads', text, hint: threads.join(', '), without: { ...selection, threads: null } })
  }
  for (const [at, transform] of transforms.entries()) {
    const without = { ...selection, transforms: transforms.filter((_, other) => other !== at) }
    parts.push({ kind: 'transform', ...transformWords(transform, selection.ownCode), without })
  }
  return parts
}

/** `8.40 – 20.90 s`; with as many digits as its length needs. */
export function rangeText({ fromMs, toMs }: TraceRange): string {
  const lengthMs = toMs - fromMs
  const digits = lengthMs >= 1000 ? 2 : lengthMs >= 100 ? 3 : lengthMs >= 1 ? 4 : 6
  return `${(fromMs / 1000).toFixed(digits)} – ${(toMs / 1000).toFixed(digits)} s`
}

/** PerfView’s own names of the fields. */
export const patternLabels = { group: 'GroupPats', fold: 'FoldPats', include: 'IncPats', exclude: 'ExcPats' } as const

const groupWords = { module: 'module', namespace: 'namespace', class: 'class' } as const

function transformWords(
  transform: TraceTransform,
  rules: TraceSelection['ownCode'],
): { readonly text: string; readonly hint: string } {
  switch (transform.kind) {
    case 'focus':
    case 'only':
    case 'drop':
    case 'hide':
      return {
        text: `${frameVerbs[transform.kind]}: ${frameName(transform.frame)}`,
        hint: transform.frame.method,
      }
    case 'fold-module':
      return { text: `Folded: ${transform.module}`, hint: `Calls inside of ${transform.module} are one frame` }
    case 'fold-recursion':
      return { text: 'Recursion folded', hint: 'A method that calls itself is one frame' }
    case 'own-code':
      return ownCodeWords(rules)
    case 'join-async':
      return {
        text: 'Async calls joined',
        hint: 'Above an async method that was resumed are the methods that await it, or those that called it if nobody awaits it',
      }
    case 'patterns': {
      const lines = stackPatternFields.flatMap((field) =>
        transform[field] === '' ? [] : [`${patternLabels[field]}: ${transform[field]}`],
      )
      return { text: 'PerfView patterns', hint: lines.join('\n') }
    }
    case 'group':
      return {
        text: `By ${groupWords[transform.by]}`,
        hint: `Neighboring frames of one ${groupWords[transform.by]} are one frame`,
      }
  }
}

const frameVerbs = { focus: 'Focus', only: 'With', drop: 'Without', hide: 'Hidden' } as const

/** As its author wrote it where that is known. */
export function frameName({ method, name }: TraceFrame): string {
  return name ?? shortMethod(method)
}

/** `Type.Method` of a full name, without arguments. */
export function shortMethod(method: string): string {
  const bracket = method.indexOf('(')
  const path = bracket < 0 ? method : method.slice(0, bracket)
  let [depth, dots] = [0, 0]
  for (let at = path.length - 1; at > 0; at--) {
    const char = path[at]
    // Arguments of generic types have dots of their own.
    if (char === ']') depth++
    else if (char === '[') depth--
    // `..ctor` is a name that begins with a dot.
    else if (char === '.' && depth === 0 && path[at - 1] !== '.' && ++dots === 2) return path.slice(at + 1)
  }
  return path
}

/** Range and threads; empty: everything. */
export function partWords({ rowCounts }: TraceSummary, selection: TraceSelection): string {
  return selectionParts({ ...selection, transforms: [] }, rowCounts.threads)
    .map(({ text }) => text)
    .join(', ')
}
