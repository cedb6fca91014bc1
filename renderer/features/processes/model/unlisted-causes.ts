import type { ProcessRow, UnlistedProcess, UnlistedReport } from '../../../../shared/model/process.ts'
import { maskCommandLine } from '../../../../shared/base/command-secrets.ts'
import { processLabels } from '../process-labels.ts'

const words = processLabels.causes

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
  const uninspected = report.unreadableProcessCount === 0 ? [] : [words.uninspected(report.unreadableProcessCount)]
  const base = { id: 'other-user', title: words.otherUser } as const
  if (count > 0) {
    const names = shortList([...locked.map(nameOfRow), ...unlisted.map(nameOf)])
    return {
      ...base,
      checked: [words.found(names), ...uninspected].join(' '),
      verdict: 'found',
      verdictText: words.countFound(String(count)),
    }
  }
  return {
    ...base,
    checked: [
      report.searchedFolders.length === 0 ? words.noOtherUser : words.noOtherUserIn(shortList(report.searchedFolders)),
      ...uninspected,
    ].join(' '),
    verdict: uninspected.length > 0 ? 'cannot-check' : 'nothing-found',
    verdictText: uninspected.length > 0 ? words.uncertain : words.nothingFound,
  }
}

function switchedOff(report: UnlistedReport): Cause {
  const off = report.unlisted.filter(({ problem }) => problem.kind === 'diagnostics-disabled')
  const variables = new Set(
    off.map(({ problem }) => (problem.kind === 'diagnostics-disabled' ? maskCommandLine(problem.variable) : '')),
  )
  const base = { id: 'switched-off', title: words.switchedOff } as const
  if (off.length === 0) {
    return {
      ...base,
      checked: words.noneSwitchedOff,
      verdict: 'nothing-found',
      verdictText: words.nothingFound,
    }
  }
  return {
    ...base,
    checked: words.switchedOffIn([...variables].join(', '), off.length, shortList(off.map(nameOf))),
    verdict: 'found',
    verdictText: words.countFound(String(off.length)),
  }
}

function lostPort(report: UnlistedReport): Cause {
  const lost = report.unlisted.filter(({ problem }) =>
    ['temp-folder-missing', 'temp-path-too-long', 'socket-lost'].includes(problem.kind),
  )
  const base = { id: 'lost-port', title: words.lostPort } as const
  return lost.length === 0
    ? {
        ...base,
        checked: words.noLostPort,
        verdict: 'nothing-found',
        verdictText: words.nothingFound,
      }
    : {
        ...base,
        checked: words.found(shortList(lost.map(nameOf))),
        verdict: 'found',
        verdictText: words.countFound(String(lost.length)),
      }
}

function notThisKind(platform: string): Cause {
  const isWindows = platform === 'win32'
  return {
    id: 'not-this-kind',
    title: words.notThisKind,
    checked: words.noDiagnostics,
    verdict: isWindows ? 'cannot-check' : 'not-here',
    verdictText: isWindows ? words.notChecked : words.notHere,
  }
}

function outOfSight(): Cause {
  return {
    id: 'out-of-sight',
    title: words.outOfSight,
    checked: words.mayNotRead,
    verdict: 'cannot-check',
    verdictText: words.needsPrivileges,
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
  return rest > 0 ? words.andMore(items.slice(0, shownCount).join(', '), String(rest)) : items.join(', ')
}
