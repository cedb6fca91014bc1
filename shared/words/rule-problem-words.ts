import type { RuleProblem, WatchedProcess } from '../model/rules.ts'
import { errorSentences, wordError } from './error-wording.ts'

/** Why nothing is kept or written for a rule, and what to do, in sentences. */
export function ruleProblemText(problem: RuleProblem): string {
  if (problem.kind === 'disk-low')
    return `Too little space is free on the disk of ${problem.folder}. ${nextOf('ENOSPC')}`
  const { error } = problem
  if (error.kind !== 'io') return errorSentences(error)
  const { what, why } = wordError(error)
  return `${what}. ${why} ${nextOf(error.code)}`
}

/** Nobody is asked for a folder: it is the one of all recordings. */
function nextOf(code: string): string {
  const first = code === 'ENOSPC' || code === 'EDQUOT' ? 'Free some space' : 'Make the folder writable again'
  return `${first}, or choose another folder for recordings in Settings.`
}

export interface NotKeptLine {
  readonly names: string
  /** Cause and next step. */
  readonly text: string
}

/** Processes whose last seconds are not kept for their rules, those with the same reason in one line. */
export function notKeptLines(watched: readonly WatchedProcess[]): readonly NotKeptLine[] {
  const namesOf = new Map<string, Set<string>>()
  for (const { name, pid, flightProblem } of watched) {
    if (flightProblem === null) continue
    const text = `${ruleProblemText(flightProblem)} Pipescope keeps trying.`
    namesOf.set(text, (namesOf.get(text) ?? new Set()).add(`${name} (PID ${String(pid)})`))
  }
  return [...namesOf].map(([text, names]) => ({ text, names: [...names].join(', ') }))
}
