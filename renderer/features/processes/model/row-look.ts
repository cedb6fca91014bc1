import type { PeerIdentity, ProcessRow } from '../../../../shared/model/process.ts'
import { processLabels } from '../process-labels.ts'

export type RowIcon = 'process' | 'tool' | 'watch' | 'test' | 'container' | 'locked' | 'exited' | 'demo'
export type BadgeTone = 'neutral' | 'warn' | 'bad' | 'info' | 'dashed'
export interface Badge {
  readonly text: string
  readonly tone: BadgeTone
  readonly icon: 'pause' | 'clock' | 'container' | 'flask' | null
  /** The reason, on hover. */
  readonly hint?: string
}
export type RowAction = 'resume' | 'retry' | 'how'

export function rowIcon(row: ProcessRow): RowIcon {
  if (row.state === 'exited') return 'exited'
  if (row.state === 'no-permission' || row.state === 'no-endpoint') return 'locked'
  if (row.isDemo) return 'demo'
  if (/\bwatch\b/.test(row.name)) return 'watch'
  if (/^(?:testhost|vstest)/i.test(row.name)) return 'test'
  if (row.isTool) return 'tool'
  return row.container === null ? 'process' : 'container'
}

/** Rows without values show their reason across the value columns instead. */
export function hasValues(row: ProcessRow): boolean {
  return (
    row.state !== 'exited' && row.state !== 'no-permission' && row.state !== 'no-endpoint' && row.state !== 'failed'
  )
}

/** Meaning is doubled by words: a row is never told apart by colour alone. */
export function rowBadge(row: ProcessRow): Badge | null {
  const { badges } = processLabels
  switch (row.state) {
    case 'limited':
      return { text: badges.limited, tone: 'dashed', icon: null }
    case 'suspended':
      return { text: badges.suspended, tone: 'warn', icon: 'pause' }
    case 'silent':
      return { text: badges.noAnswer, tone: 'warn', icon: 'clock' }
    case 'stopped':
      return { text: badges.stopped, tone: 'warn', icon: 'pause' }
    case 'asking':
      return { text: badges.querying, tone: 'neutral', icon: 'clock' }
    case 'failed':
    case 'no-permission':
    case 'no-endpoint':
    case 'exited':
      return null
    case 'ready':
      return row.identity === 'unverified'
        ? { text: badges.unverified, tone: 'dashed', icon: null, hint: identityWords(row.identity).reason }
        : null
  }
}

/** Whether the process that answers is the one of the row. */
export function identityWords(identity: PeerIdentity | null): { readonly text: string; readonly reason: string } {
  return processLabels.identity[identity === 'verified' || identity === 'unverified' ? identity : 'unknown']
}

export function rowAction(row: ProcessRow): RowAction | null {
  if (row.state === 'suspended') return 'resume'
  if (row.state === 'silent' || row.state === 'failed') return 'retry'
  if (row.state === 'no-permission' || row.state === 'no-endpoint') return 'how'
  return null
}

/** The port of another user's process, on a machine where a command can connect to it as that user. */
export function canOpenWithSudo({ state, machine, problem }: ProcessRow): boolean {
  return state === 'no-permission' && machine !== undefined && problem?.kind === 'foreign-owner'
}

/** Counters and meters need only an endpoint that takes sessions; the process questions may stay unanswered. */
export function canOpenLive(row: ProcessRow): boolean {
  return row.state === 'ready' || row.state === 'limited' || row.state === 'suspended'
}

function noPortText({ problem }: ProcessRow): string {
  const words = processLabels.liveRefusal
  if (problem?.kind === 'link-lost') return words.notConnected
  if (problem?.kind === 'forwarding-refused') return words.notForwarded
  return problem?.kind === 'impostor' ? words.impostor : words.noPort
}

/** Why *Live* is not offered, in words; null when it is. */
export function liveRefusal(row: ProcessRow): string | null {
  if (canOpenLive(row)) return null
  const words = processLabels.liveRefusal
  switch (row.state) {
    case 'asking':
      return words.asking
    case 'silent':
      return words.silent
    case 'stopped':
      return words.stopped
    case 'no-permission':
      return words.otherUser
    case 'no-endpoint':
      return noPortText(row)
    case 'exited':
      return words.exited
    case 'failed':
    case 'ready':
    case 'limited':
    case 'suspended':
      return words.unusable
  }
}
