import { countOf } from '../../../../shared/base/count-of.ts'
import type { ProcessRow, UnlistedProcess, UnlistedReport } from '../../../../shared/model/process.ts'
import { maskCommandLine } from '../../../../shared/base/command-secrets.ts'

export type CauseId = 'other-user' | 'switched-off' | 'lost-port' | 'not-this-kind' | 'out-of-sight'

/** One possible reason why a process is missing, with what was checked on this machine and what came out. */
export interface Cause {
  readonly id: CauseId
  readonly title: string
  readonly checked: string
  readonly verdict: 'found' | 'nothing-found' | 'not-here' | 'cannot-check'
  readonly verdictText: string
}

/**
 * The reasons in the order of how often they are the answer. Everything said is in the report or in the rows; nothing is assumed.
 */
export function unlistedCauses(
  report: UnlistedReport,
  rows: readonly ProcessRow[],
  platform: string,
): readonly Cause[] {
  return [
    otherUser(report, rows),
    switchedOff(report),
    lostPort(report),
    notThisKind(platform),
    ...(report.isNamespaceScanPossible ? [] : [outOfSight()]),
  ]
}

function otherUser(report: UnlistedReport, rows: readonly ProcessRow[]): Cause {
  const locked = rows.filter((row) => row.problem?.kind === 'foreign-owner')
  const unlisted = report.unlisted.filter(
    ({ problem }) => problem.kind === 'foreign-owner' || problem.kind === 'unreadable-environment',
  )
  const count = locked.length + unlisted.length
  const folders = report.searchedFolders.length === 0 ? '' : ` in ${shortList(report.searchedFolders)}`
  const unreadable =
    report.unreadableProcessCount === 0
      ? ''
      : ` ${countOf(report.unreadableProcessCount, 'process', 'processes')} of other users couldn’t be inspected.`
  const base = { id: 'other-user', title: 'Another user’s process' } as const
  if (count > 0) {
    const names = shortList([...locked.map(nameOfRow), ...unlisted.map(nameOf)])
    return { ...base, checked: `Found ${names}.${unreadable}`, verdict: 'found', verdictText: `${count} found` }
  }
  return {
    ...base,
    checked: `Checked: no port of another user${folders}.${unreadable}`,
    verdict: report.unreadableProcessCount > 0 ? 'cannot-check' : 'nothing-found',
    verdictText: report.unreadableProcessCount > 0 ? 'Uncertain' : 'Nothing found',
  }
}

function switchedOff(report: UnlistedReport): Cause {
  const off = report.unlisted.filter(({ problem }) => problem.kind === 'diagnostics-disabled')
  const variables = new Set(
    off.map(({ problem }) => (problem.kind === 'diagnostics-disabled' ? maskCommandLine(problem.variable) : '')),
  )
  const base = { id: 'switched-off', title: 'Diagnostics turned off' } as const
  if (off.length === 0) {
    return {
      ...base,
      checked: 'Checked: no process was started with DOTNET_EnableDiagnostics=0 or an equivalent setting.',
      verdict: 'nothing-found',
      verdictText: 'Nothing found',
    }
  }
  return {
    ...base,
    checked: `${[...variables].join(', ')} is set in ${countOf(off.length, 'process', 'processes')}: ${shortList(off.map(nameOf))}`,
    verdict: 'found',
    verdictText: `${off.length} found`,
  }
}

function lostPort(report: UnlistedReport): Cause {
  const lost = report.unlisted.filter(({ problem }) =>
    ['temp-folder-missing', 'temp-path-too-long', 'socket-lost'].includes(problem.kind),
  )
  const base = { id: 'lost-port', title: 'Port lost or in another folder' } as const
  return lost.length === 0
    ? {
        ...base,
        checked: 'Checked: every expected port is in its folder.',
        verdict: 'nothing-found',
        verdictText: 'Nothing found',
      }
    : {
        ...base,
        checked: `Found ${shortList(lost.map(nameOf))}.`,
        verdict: 'found',
        verdictText: `${lost.length} found`,
      }
}

function notThisKind(platform: string): Cause {
  const isWindows = platform === 'win32'
  return {
    id: 'not-this-kind',
    title: 'A runtime without diagnostics',
    checked: '.NET Framework, and Native AOT built without EventPipe, have no diagnostic port.',
    verdict: isWindows ? 'cannot-check' : 'not-here',
    verdictText: isWindows ? 'Not checked' : 'Not on this system',
  }
}

function outOfSight(): Cause {
  return {
    id: 'out-of-sight',
    title: 'In a container or another namespace',
    checked: 'Pipescope isn’t allowed to read the file systems of other namespaces on this machine.',
    verdict: 'cannot-check',
    verdictText: 'Needs more privileges',
  }
}

function nameOf(process: UnlistedProcess): string {
  return `${process.name} (${process.pid})`
}

function nameOfRow(row: ProcessRow): string {
  return `${row.name} (${row.pid})`
}

const shownCount = 3

function shortList(items: readonly string[]): string {
  const rest = items.length - shownCount
  return rest > 0 ? `${items.slice(0, shownCount).join(', ')} and ${rest} more` : items.join(', ')
}
