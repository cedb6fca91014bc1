import type { EventLevel, ProviderSpec } from '../model/recording.ts'

export const levelNames: Readonly<Record<EventLevel, string>> = {
  0: 'LogAlways',
  1: 'Critical',
  2: 'Error',
  3: 'Warning',
  4: 'Informational',
  5: 'Verbose',
}

export function hexKeywords(keywords: bigint): string {
  return `0x${keywords.toString(16).toUpperCase()}`
}

export function provider(
  name: string,
  keywords: bigint,
  level: EventLevel,
  parts: Partial<Pick<ProviderSpec, 'arguments' | 'eventFilter'>> = {},
): ProviderSpec {
  return {
    name,
    keywords: hexKeywords(keywords),
    level,
    arguments: parts.arguments ?? [],
    eventFilter: parts.eventFilter ?? null,
  }
}

/** Names of providers are compared without regard to case. */
export function isSameProvider(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/**
 * One entry per provider: keywords are united; LogAlways wins, else the higher level; arguments are united, the first value of a key
 * stays (`conflicts` names the others). Event filters: one that wants everything wins; two allow lists are united.
 */
export function mergeProviders(providers: readonly ProviderSpec[]): {
  readonly providers: readonly ProviderSpec[]
  readonly conflicts: readonly string[]
} {
  const merged: ProviderSpec[] = []
  const conflicts: string[] = []
  for (const next of providers) {
    const index = merged.findIndex((known) => isSameProvider(known.name, next.name))
    const known = merged[index]
    if (known === undefined) merged.push(next)
    else merged[index] = mergeTwo(known, next, conflicts)
  }
  return { providers: merged, conflicts }
}

/** The bridge to DiagnosticListeners takes a line for each event that is wanted. */
function isLineList(providerName: string, key: string): boolean {
  return isSameProvider(providerName, 'Microsoft-Diagnostics-DiagnosticSource') && key === 'FilterAndPayloadSpecs'
}

function unitedLines(a: string, b: string): string {
  return [...new Set([...a.split('\n'), ...b.split('\n')])].join('\n')
}

function mergeTwo(a: ProviderSpec, b: ProviderSpec, conflicts: string[]): ProviderSpec {
  const united = [...a.arguments]
  for (const [key, value] of b.arguments) {
    const index = united.findIndex(([name]) => name === key)
    const known = united[index]?.[1]
    if (known === undefined) united.push([key, value])
    else if (isLineList(a.name, key)) united[index] = [key, unitedLines(known, value)]
    else if (known !== value) conflicts.push(`${a.name} ${key}`)
  }
  return {
    name: a.name,
    keywords: hexKeywords(BigInt(a.keywords) | BigInt(b.keywords)),
    level: a.level === 0 || b.level === 0 ? 0 : (Math.max(a.level, b.level) as EventLevel),
    arguments: united,
    eventFilter: mergeFilters(a.eventFilter, b.eventFilter),
  }
}

function mergeFilters(a: ProviderSpec['eventFilter'], b: ProviderSpec['eventFilter']): ProviderSpec['eventFilter'] {
  if (a === null || b === null || a.mode !== b.mode) return null
  const ids = a.mode === 'allow' ? [...new Set([...a.ids, ...b.ids])] : a.ids.filter((id) => b.ids.includes(id))
  return ids.length === 0 ? null : { mode: a.mode, ids }
}

/** The wire form; null when there are none. A key or value with a separator of the syntax is quoted. */
export function formatArguments(pairs: ProviderSpec['arguments']): string | null {
  if (pairs.length === 0) return null
  return pairs.map(([key, value]) => `${quoteArgument(key)}=${quoteArgument(value)}`).join(';')
}

function quoteArgument(text: string): string {
  return /[;=]/.test(text) ? `"${text}"` : text
}

/** Reverse of `formatArguments`; null when it cannot be understood. An entry without `=` has an empty value. */
export function parseArguments(text: string): ProviderSpec['arguments'] | null {
  const pairs: [string, string][] = []
  for (const part of splitOutsideQuotes(text, ';')) {
    if (part === '') continue
    const halves = splitOutsideQuotes(part, '=')
    if (halves.length > 2) return null
    const key = unquote(halves[0] ?? '')
    const value = unquote(halves[1] ?? '')
    if (key === null || key === '' || value === null) return null
    pairs.push([key, value])
  }
  return pairs
}

/** Null when a quote is left open or stands in the middle. */
function unquote(text: string): string | null {
  const isQuoted = text.length >= 2 && text.startsWith('"') && text.endsWith('"')
  const inner = isQuoted ? text.slice(1, -1) : text
  return inner.includes('"') ? null : inner
}

/** Separators inside double quotes do not part. */
export function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = []
  let start = 0
  let isQuoted = false
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '"') isQuoted = !isQuoted
    else if (!isQuoted && text[index] === separator) {
      parts.push(text.slice(start, index))
      start = index + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}
