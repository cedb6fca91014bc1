import { countOf } from '../../../../shared/base/count-of.ts'
import { formatCount } from '../../../../shared/base/format.ts'
import type { FindingEvidence } from '../../../../shared/model/trace/trace-findings.ts'
import type { ActivityRow } from '../../reports/activity-events.ts'
import { mostFrequent } from '../blocked-calls.ts'
import { evidence, type FindingFacts } from '../finding-facts.ts'
import { routeTemplate } from '../../requests/route-template.ts'
import { type FindingRule, notJudged, passed } from '../rule.ts'
import { duration } from '../words.ts'

/** The same text in one request. The sample service has 24 and 16 with the faults, at most 2 without. */
const leastRepeats = 8
/** One slow page may be a report; three of the same are a pattern. */
const leastRequests = 3
const mostRows = 5
/** Texts are read from the file again; a sample of the requests shows the pattern. */
const mostRead = 20_000

interface Repeated {
  readonly text: string
  /** As the first of them is written. */
  readonly detail: string
  readonly route: string
  requestCount: number
  callCount: number
  mostInOne: number
  ms: number
  readonly methods: Map<string, number>
}

interface RepeatedCalls {
  readonly id: string
  readonly name: string
  readonly title: string
  /** What the recording would have to hold. */
  readonly needs: string
  readonly counted: (count: number) => string
  readonly summary: (route: string, mostInOne: number) => string
  readonly isCall: (row: ActivityRow) => boolean
  readonly textOf: (detail: string) => string
  readonly advice: (route: string) => string
}

function repeatedCalls({ id, name, title, isCall, textOf, ...words }: RepeatedCalls): FindingRule {
  return {
    id,
    name,
    title,
    judge(facts) {
      const byRequest = callsByRequest(facts, isCall)
      if (byRequest === null) return notJudged(words.needs, 'requests')
      const found = repeats(facts, byRequest, textOf).filter(({ requestCount }) => requestCount >= leastRequests)
      const [worst] = found.toSorted((a, b) => b.callCount - a.callCount)
      const mostCalls = [...byRequest.values()].reduce((most, rows) => Math.max(most, rows.length), 0)
      if (worst === undefined) return passed(`at most ${words.counted(mostCalls)} in one request`)
      const rows = found.toSorted((a, b) => b.callCount - a.callCount).slice(0, mostRows)
      return {
        kind: 'found',
        summary: words.summary(worst.route, worst.mostInOne),
        confidence: 'high',
        evidence: rows.map((row) => repeatEvidence(row, words.counted)),
        lostMs: rows.reduce((sum, { ms }) => sum + ms, 0),
        nextStep: words.advice(worst.route),
      }
    },
  }
}

function repeatEvidence(
  { text, detail, route, requestCount, callCount, mostInOne, ms, methods }: Repeated,
  counted: (count: number) => string,
): FindingEvidence {
  const sentence = `${text}: ${counted(callCount)} in ${countOf(requestCount, 'request', 'requests')}, up to ${formatCount(mostInOne)} in one, ${duration(ms)} in total`
  const method = mostFrequent(methods) ?? ''
  return evidence('requests', sharedStart(text, detail), { text: sentence, count: callCount, method, route })
}

/** What the table finds them by: up to the first ID, and to the end of the line, since a command is shown on one. */
function sharedStart(text: string, detail: string): string {
  const [line = ''] = detail.trim().split(/\s{2,}|[\r\n\t]/)
  if (line.startsWith(text)) return text
  return text.startsWith(line) ? line : text.replace(/\{id\}.*$/, '')
}

/** Calls by the row of the request they are part of; null when the recording has no requests at all. */
function callsByRequest(
  facts: FindingFacts,
  isCall: (row: ActivityRow) => boolean,
): ReadonlyMap<number, readonly number[]> | null {
  const { requests } = facts
  const byRequest = new Map<number, number[]>()
  let hasRequests = false
  for (const [index, row] of requests.rows.entries()) {
    if (!isCall(row)) {
      hasRequests ||= row.parent < 0 && requests.requestOf(index) === index
      continue
    }
    const request = requests.requestOf(index)
    if (request < 0 || !facts.isIn(row.startTicks, row.threadIndex)) continue
    const known = byRequest.get(request)
    if (known === undefined) byRequest.set(request, [index])
    else known.push(index)
  }
  return hasRequests ? byRequest : null
}

function repeats(
  facts: FindingFacts,
  byRequest: ReadonlyMap<number, readonly number[]>,
  textOf: (detail: string) => string,
): readonly Repeated[] {
  const found = new Map<string, Repeated>()
  let readCount = 0
  for (const [request, rows] of byRequest) {
    if (rows.length < leastRepeats || readCount > mostRead) continue
    readCount += rows.length
    const route = routeTemplate(facts.requests.detailOf(request))
    for (const [text, same] of groupedBy(rows, (row) => textOf(facts.requests.detailOf(row)))) {
      if (same.length < leastRepeats) continue
      const key = JSON.stringify([route, text])
      const known = found.get(key) ?? emptyRepeat(text, facts.requests.detailOf(same[0]!), route)
      found.set(key, known)
      addRequest(facts, known, same)
    }
  }
  return [...found.values()]
}

function groupedBy(rows: readonly number[], keyOf: (row: number) => string): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [row])
    else known.push(row)
  }
  return groups
}

function emptyRepeat(text: string, detail: string, route: string): Repeated {
  return { text, detail, route, requestCount: 0, callCount: 0, mostInOne: 0, ms: 0, methods: new Map() }
}

function addRequest(facts: FindingFacts, repeat: Repeated, rows: readonly number[]): void {
  repeat.requestCount++
  repeat.callCount += rows.length
  repeat.mostInOne = Math.max(repeat.mostInOne, rows.length)
  for (const index of rows) {
    const { durationTicks, startStackIndex, startTicks } = facts.requests.rows[index]!
    repeat.ms += facts.ms(durationTicks ?? 0)
    // The outermost: below it lies whatever all commands go through.
    const method = facts.methodName(facts.outermostApplicationFunction(facts.nodeOf(startStackIndex, startTicks)))
    if (method !== '') repeat.methods.set(method, (repeat.methods.get(method) ?? 0) + 1)
  }
}

const commandSources = new Set(['Microsoft-Diagnostics-DiagnosticSource', 'Microsoft.Data.SqlClient.EventSource'])

export const repeatedCommands = repeatedCalls({
  id: 'n-plus-one-sql',
  name: 'Repeated SQL commands',
  title: 'The same SQL command repeats within a request',
  needs: 'requests with the commands they make',
  counted: (count) => countOf(count, 'command', 'commands'),
  summary: (route, mostInOne) => `${route} runs the same SQL command up to ${mostInOne} times, one after the other.`,
  isCall: ({ provider }) => commandSources.has(provider),
  textOf: (detail) => detail.replaceAll(/\s+/g, ' ').trim(),
  advice: (route) => `Load all rows for ${route} with one command: a join, Include, or a list of ids.`,
})

export const repeatedRequests = repeatedCalls({
  id: 'n-plus-one-http',
  name: 'Repeated HTTP calls',
  title: 'The same HTTP call repeats within a request',
  needs: 'requests with the calls they make',
  counted: (count) => countOf(count, 'call', 'calls'),
  summary: (route, mostInOne) => `${route} makes the same call up to ${mostInOne} times, one after the other.`,
  isCall: ({ provider, name }) => provider === 'System.Net.Http' && name === 'Request',
  textOf: routeTemplate,
  advice: (route) =>
    `Ask for everything ${route} needs with one call, or make the calls at the same time and keep the answers.`,
})
