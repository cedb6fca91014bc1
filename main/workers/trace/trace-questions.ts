import { type QuestionRank, questionRank } from './question-queue.ts'
import type { TraceQuery } from './trace-document-protocol.ts'

/** Asked while a page begins, and about samples, or about as much as is known. */
export function isEarlyQuestion(query: TraceQuery): boolean {
  return query.name === 'flame' || (query.name === 'summary' && !query.request.isWhole)
}

/** Besides tables. */
const oneAtATime: ReadonlySet<TraceQuery['name']> = new Set([
  'findings',
  'frame',
  'code-origin',
  'flame',
  'stack-chart',
  'timeline',
  'waterfall',
  'event-matches',
])

/** What is asked by a view that shows one answer at a time; null: every question counts. */
export function viewQuestion(query: TraceQuery): string | null {
  if (query.name === 'table') return JSON.stringify(query.request.question)
  return oneAtATime.has(query.name) ? JSON.stringify(query.request) : null
}

/** What is not named here is what a person looks at, or has asked for. */
const ranks: Partial<Record<TraceQuery['name'], QuestionRank>> = {
  overview: questionRank.overview,
  timeline: questionRank.timeline,
  findings: questionRank.findings,
}

export function rankOf(query: TraceQuery): QuestionRank {
  // The page is there by then.
  if (query.name === 'summary') return query.request.isWhole ? questionRank.timeline : questionRank.summary
  return ranks[query.name] ?? questionRank.shownTab
}
