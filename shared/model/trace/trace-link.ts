import { modulePatternFault } from '../module-patterns.ts'
import { mostOwnCodePatterns } from '../own-code-rules.ts'
import { err, ok, type Result } from '../../base/result.ts'
import {
  mostSelectedThreads,
  traceSampleClasses,
  type TraceRange,
  type TraceSampleClass,
  type OwnCodeRules,
} from './trace-selection.ts'

/** Where in a recording somebody is sent: what is left out is as when it is opened. */
export interface TraceLink {
  /** Of a saved view; what else is said comes on top. */
  readonly view: string | null
  readonly tab: string | null
  readonly range: TraceRange | null
  readonly threads: readonly number[] | null
  readonly classes: readonly TraceSampleClass[] | 'all' | null
  /** Null: those of .NET alone, whatever the settings are. */
  readonly ownCode: OwnCodeRules | null
  /** For functions. */
  readonly search: string | null
  /** In the filter language of events. */
  readonly filter: string | null
}

const keys = new Set(['view', 'tab', 'from', 'to', 'thread', 'class', 'mine', 'not-mine', 'search', 'filter'])
/** The command prompt of Windows takes a line of 8,191 characters; the program and its file are on it, too. */
export const mostLinkChars = 6000

/**
 * `tab=flame&from=1.2&to=3.4&thread=12,20-31&class=running,spinning&search=Parse&filter=event+%3D+GC%2FStop&view=slow+start`, as in the query
 * of an address: times in seconds since the session’s sync point. `class=all` is every class; `mine=Contoso.*` and `not-mine=Json.Net,Contoso.Log*` are
 * the rules of *Just my code*. The error says what is wrong.
 */
export function parseTraceLink(text: string): Result<TraceLink, string> {
  if (text.length > mostLinkChars) return err(`the selection is longer than ${String(mostLinkChars)} characters`)
  const pairs = pairsOf(text)
  if (pairs === null) return err('a "%" needs two hexadecimal digits behind it')
  for (const [key] of pairs) if (!keys.has(key)) return err(`unknown part of a selection: "${key}"`)
  const get = (wanted: string): string | null => pairs.find(([key]) => key === wanted)?.[1] ?? null
  const [from, to] = [msOf(get('from')), msOf(get('to'))]
  if (Number.isNaN(from) || Number.isNaN(to)) return err('"from" and "to" need seconds')
  if ((from === null) !== (to === null)) return err('"from" and "to" come together')
  if (from !== null && to !== null && to <= from) return err('"to" lies after "from"')
  const listOf = (wanted: string): readonly string[] =>
    pairs.flatMap(([key, value]) => (key === wanted ? value.split(',') : []))
  const threads = threadsOf(listOf('thread'))
  if (!threads.ok) return threads
  const classes = classesOf(listOf('class'))
  if (!classes.ok) return classes
  const ownCode = rulesOf(listOf('mine'), listOf('not-mine'))
  if (!ownCode.ok) return ownCode
  return ok({
    view: get('view'),
    tab: get('tab'),
    range: from === null || to === null ? null : { fromMs: from, toMs: to },
    threads: threads.value,
    classes: classes.value,
    ownCode: ownCode.value,
    search: get('search'),
    filter: get('filter'),
  })
}

/** Threads in the order of their ids; may be longer than what is read, then it is of no use. */
export function writeTraceLink({ view, tab, range, threads, classes, ownCode, search, filter }: TraceLink): string {
  const pairs: (readonly [string, string])[] = []
  if (view !== null) pairs.push(['view', view])
  if (tab !== null) pairs.push(['tab', tab])
  if (range !== null) {
    const fromUs = Math.round(range.fromMs * 1000)
    const toUs = Math.max(Math.round(range.toMs * 1000), fromUs + 1)
    pairs.push(['from', secondsText(fromUs)], ['to', secondsText(toUs)])
  }
  if (threads !== null) pairs.push(['thread', threadText(threads)])
  if (classes !== null) pairs.push(['class', classes === 'all' ? classes : classes.join(',')])
  if (ownCode !== null && ownCode.mine.length > 0) pairs.push(['mine', ownCode.mine.join(',')])
  if (ownCode !== null && ownCode.notMine.length > 0) pairs.push(['not-mine', ownCode.notMine.join(',')])
  if (search !== null && search !== '') pairs.push(['search', search])
  if (filter !== null && filter !== '') pairs.push(['filter', filter])
  return pairs.map(([key, value]) => `${key}=${encoded(value)}`).join('&')
}

function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%20', '+').replaceAll('%2C', ',')
}

/** `12,20-31`: the ids that an operating system gives out one after the other take no more room than one. */
function threadText(threads: readonly number[]): string {
  const ids = [...new Set(threads)].toSorted((a, b) => a - b)
  const runs: string[] = []
  for (let at = 0; at < ids.length; at++) {
    const first = ids[at]!
    while (ids[at + 1] === ids[at]! + 1) at++
    runs.push(ids[at] === first ? String(first) : `${String(first)}-${String(ids[at])}`)
  }
  return runs.join(',')
}

function threadsOf(words: readonly string[]): Result<readonly number[] | null, string> {
  const ids = new Set<number>()
  for (const word of words) {
    const run = /^(\d{1,16})(?:-(\d{1,16}))?$/.exec(word)
    const [first, last] = [Number(run?.[1]), Number(run?.[2] ?? run?.[1])]
    if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || last < first)
      return err('"thread" needs IDs of threads, such as 12,20-31')
    for (let id = first; id <= last; id++)
      if (ids.add(id).size > mostSelectedThreads)
        return err(`"thread" names more than ${String(mostSelectedThreads)} threads`)
  }
  return ok(ids.size === 0 ? null : [...ids])
}

function classesOf(words: readonly string[]): Result<TraceLink['classes'], string> {
  if (words.length === 0) return ok(null)
  if (words.includes('all')) return ok('all')
  const unknown = words.find((word) => !traceSampleClasses.some((known) => known === word))
  if (unknown !== undefined) return err(`"class" is all, ${traceSampleClasses.join(', ')}; not "${unknown}"`)
  return ok(traceSampleClasses.filter((known) => words.includes(known)))
}

function rulesOf(mine: readonly string[], notMine: readonly string[]): Result<OwnCodeRules | null, string> {
  for (const [key, patterns] of [
    ['mine', mine],
    ['not-mine', notMine],
  ] as const) {
    const wrong = patterns.find((pattern) => modulePatternFault(pattern) !== null)
    if (wrong !== undefined)
      return err(`"${key}" needs names of modules without path and extension, such as Contoso.*; not "${wrong}"`)
    if (patterns.length > mostOwnCodePatterns)
      return err(`"${key}" has more than ${String(mostOwnCodePatterns)} patterns`)
  }
  return ok(mine.length + notMine.length === 0 ? null : { mine: [...new Set(mine)], notMine: [...new Set(notMine)] })
}

/** To the microsecond, as it is read; never with an exponent. */
function secondsText(us: number): string {
  return (us / 1e6).toFixed(6).replace(/\.?0+$/, '')
}

/** Null: it can't be decoded. */
function pairsOf(text: string): readonly (readonly [string, string])[] | null {
  try {
    return text
      .split('&')
      .filter((part) => part !== '')
      .map((part) => {
        const end = part.includes('=') ? part.indexOf('=') : part.length
        return [decoded(part.slice(0, end)), decoded(part.slice(end + 1))] as const
      })
  } catch {
    return null
  }
}

function decoded(part: string): string {
  return decodeURIComponent(part.replaceAll('+', ' '))
}

/** In milliseconds, to the microsecond. NaN: not a time. */
function msOf(text: string | null): number | null {
  if (text === null) return null
  return /^-?\d{1,12}(\.\d+)?$/.test(text) ? Math.round(Number(text) * 1e6) / 1e3 : Number.NaN
}
