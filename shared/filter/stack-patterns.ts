import { RE2JS } from 're2js'
import { type StackPatterns, stackPatternFields } from '../model/trace/trace-selection.ts'

/** A pattern of frames. `group`: what its frames are called, with `$1` for what a `{}` found; null: they stay as they are. */
export interface FramePattern {
  readonly expression: RE2JS
  readonly group: string | null
  /** `=>`: the group goes by the frame through which it was entered. */
  readonly isEntry: boolean
}

export interface PatternFault {
  readonly field: keyof StackPatterns
  readonly pattern: string
  readonly reason: string
}

/** `[Just my code]` before a list says what it is for. */
const comment = /^\s*\[[^\]]*\]/

export function patternsIn(list: string): readonly string[] {
  return list
    .replace(comment, '')
    .split(';')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '')
}

/** What cannot be understood is left out: `patternFault` has said so where it was typed. */
export function compiledPatterns(list: string): readonly FramePattern[] {
  return patternsIn(list).flatMap((pattern) => {
    const compiled = compiledPattern(pattern)
    return typeof compiled === 'string' ? [] : [compiled]
  })
}

/** The first pattern that cannot be understood; null: there is none. */
export function patternFault(patterns: StackPatterns): PatternFault | null {
  for (const field of stackPatternFields)
    for (const pattern of patternsIn(patterns[field])) {
      const compiled = compiledPattern(pattern)
      if (typeof compiled === 'string') return { field, pattern, reason: compiled }
    }
  return null
}

function compiledPattern(pattern: string): FramePattern | string {
  const arrow = /^(.*?)(->|=>)(.*)$/.exec(pattern)
  const [source, group] = arrow === null ? [pattern, null] : [arrow[1]!.trim(), arrow[3]!.trim()]
  try {
    return {
      expression: RE2JS.compile(expressionOf(source), RE2JS.CASE_INSENSITIVE),
      group: group === '' ? null : group,
      isEntry: arrow?.[2] === '=>',
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** `*` is any text, `%` any part of a name, `^` the beginning, `|` or, `{}` a part to be named; behind `@` stands a regular expression. */
function expressionOf(source: string): string {
  if (source.startsWith('@')) return source.slice(1)
  return source
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '[.\\w?]*')
    .replaceAll('\\*', '.*')
    .replaceAll('\\^', '^')
    .replaceAll('\\|', '|')
    .replaceAll('\\{', '(')
    .replaceAll('\\}', ')')
}
