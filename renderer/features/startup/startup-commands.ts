import type { AppError } from '../../../shared/base/errors.ts'
import type { Request } from '../../../shared/contract/index.ts'
import type { LaunchState } from '../../../shared/model/port.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { appStore } from '../../store/create-store.ts'
import { draftOf } from '../../store/recent.ts'
import { asPid, asProcessKey } from '../../../shared/model/ids.ts'
import { commandLineOf, platformOf, type LaunchRequest } from './launch-request.ts'
import { reportAs } from '../../commands/page-actions.ts'
import { startupLabels } from './startup-labels.ts'

const state = () => appStore.getState()

export function startLaunch(
  request: LaunchRequest,
  onEnd: (error: AppError | null) => void,
  onDeclined: () => void,
): void {
  background(
    invoke('launch.start', request).then(() => onEnd(null)),
    'launch.start',
    onEnd,
    onDeclined,
  )
}

/**
 * What was launched stands in the form again, with the variables and rules it had as far as they are remembered, to be asked another
 * question. Secrets are not remembered: the form says which are missing.
 */
export function launchAgain({ machine: on, command, args, folder }: LaunchState): void {
  const machine = on?.id ?? null
  const commandLine = commandLineOf([command, ...args], platformOf({ machine }, state().facts?.platform ?? 'linux'))
  const known = state().settings.recentLaunches.find(
    (launch) => launch.commandLine === commandLine && launch.machine === machine,
  )
  state().changeLaunchDraft({
    ...(known === undefined ? {} : draftOf(known)),
    machine,
    commandLine,
    folder,
    firstRule: 'record',
  })
}

export function stopLaunch(launchId: string, how: 'terminate' | 'kill'): void {
  background(
    invoke('launch.stop', { launchId, how }),
    'launch.stop',
    reportAs(startupLabels.commands.couldntStopTheProgram),
  )
}

export function removeLaunch(launchId: string): void {
  background(invoke('launch.remove', { launchId }), 'launch.remove', reportAs(startupLabels.commands.couldntRemove))
}

export function openPort(
  request: Request<'ports.open'>,
  onEnd: (error: AppError | null) => void,
  onDeclined: () => void,
): void {
  background(
    invoke('ports.open', request).then(() => onEnd(null)),
    'ports.open',
    onEnd,
    onDeclined,
  )
}

export function closePort(portId: string): void {
  background(invoke('ports.close', { portId }), 'ports.close', reportAs(startupLabels.commands.couldntCloseThePort))
}

export function setRule(request: Request<'ports.setRule'>): void {
  background(invoke('ports.setRule', request), 'ports.setRule', reportAs(startupLabels.commands.couldntChangeTheRule))
}

export function setNameRules(request: Request<'ports.setNameRules'>): void {
  background(
    invoke('ports.setNameRules', request),
    'ports.setNameRules',
    reportAs(startupLabels.commands.couldntChangeTheRules),
  )
}

export function resume(portId: string, cookie: string): void {
  background(
    invoke('ports.resume', { portId, cookie }),
    'ports.resume',
    reportAs(startupLabels.commands.couldntResumeTheRuntime),
  )
}

export function releaseAll(): void {
  background(
    invoke('ports.resumeAll', { portId: null }),
    'ports.resumeAll',
    reportAs(startupLabels.commands.couldntResumeAllRuntimes),
  )
}

export function openLive(processKey: string): void {
  const row = state().processRows.find(({ key }) => key === processKey)
  if (row === undefined) {
    state().addNotice({ tone: 'note', title: startupLabels.commands.notListed })
    return
  }
  state().openLive({ kind: 'process', processKey: row.key, pid: row.pid, name: row.name, isDemo: false })
}

/** The record sheet has the choices; what it starts lets a waiting runtime go on once its session is open. */
export function recordThenResume(processKey: string, pid: number, name: string): void {
  state().openForProcess('record', { processKey: asProcessKey(processKey), pid: asPid(pid), name })
}
