import { err, ok, type Result } from '../../base/result.ts'
import type { TraceRange } from './trace-selection.ts'

/** Where in a recording somebody is sent: what is left out is as when it is opened. */
export interface TraceLink {
  /** Of a saved view; what else is said comes on top. */
  readonly view: string | null
  readonly tab: string | null
  readonly range: TraceRange | null
  readonly threads: readonly number[] | null
  /** For functions. */
  readonly search: string | null
  /** In the filter language of events. */
  readonly filter: string | null
}

const keys = new Set(['view', 'tab', 'from', 'to', 'thread', 'search', 'filter'])
const mostThreads = 1000
const mostChars = 4000

/**
 * `tab=flame&from=1.2&to=3.4&thread=12&thread=13&search=Parse&filter=event+%3D+GC%2FStop&view=slow+start`, as in the query of an address: times in
 * seconds since the session’s sync point. The error says what is wrong.
 */
export function parseTraceLink(text: string): Result<TraceLink, string> {
  if (text.length > mostChars) return err(`the selection is longer than ${String(mostChars)} characters`)
  const pairs = pairsOf(text)
  if (pairs === null) return err('a "%" needs two hexadecimal digits behind it')
  for (const [key] of pairs) if (!keys.has(key)) return err(`unknown part of a selection: "${key}"`)
  const get = (wanted: string): string | null => pairs.find(([key]) => key === wanted)?.[1] ?? null
  const [from, to] = [msOf(get('from')), msOf(get('to'))]
  if (Number.isNaN(from) || Number.isNaN(to)) return err('"from" and "to" need seconds')
  if ((from === null) !== (to === null)) return err('"from" and "to" come together')
  if (from !== null && to !== null && to <= from) return err('"to" lies after "from"')
  const threads = pairs.filter(([key]) => key === 'thread').map(([, id]) => Number(id))
  if (threads.length > mostThreads || threads.some((id) => !Number.isSafeInteger(id) || id < 0))
    return err('"thread" needs the ID of a thread')
  return ok({
    view: get('view'),
    tab: get('tab'),
    range: from === null || to === null ? null : { fromMs: from, toMs: to },
    threads: threads.length === 0 ? null : threads,
    search: get('search'),
    filter: get('filter'),
  })
}

export function writeTraceLink({ view, tab, range, threads, search, filter }: TraceLink): string {
  const pairs: (readonly [string, string])[] = []
  if (view !== null) pairs.push(['view', view])
  if (tab !== null) pairs.push(['tab', tab])
  if (range !== null) {
    const fromUs = Math.round(range.fromMs * 1000)
    const toUs = Math.max(Math.round(range.toMs * 1000), fromUs + 1)
    pairs.push(['from', secondsText(fromUs)], ['to', secondsText(toUs)])
  }
  for (const id of threads ?? []) pairs.push(['thread', String(id)])
  if (search !== null && search !== '') pairs.push(['search', search])
  if (filter !== null && filter !== '') pairs.push(['filter', filter])
  return pairs.map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll('%20', '+')}`).join('&')
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
