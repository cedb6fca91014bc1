import type { PortRule, PortRuntimeState, PortsState } from '../../../shared/model/port.ts'
import { maskCommandLine } from '../../../shared/base/command-secrets.ts'
import { formatUptime } from '../../../shared/base/format.ts'

/** A runtime with the port it came to. */
export interface RuntimeRow {
  readonly key: string
  readonly portId: string
  readonly runtime: PortRuntimeState
  /** The command that was launched, or the address of an opened port. */
  readonly origin: string
  readonly rule: PortRule
}

/** Longer than this, somebody is probably not aware of it. */
export const longWaitMs = 30_000

const order = { waiting: 0, unknown: 1, resuming: 2, running: 3, gone: 4 } as const

/** Who waits comes first, the longest at the top; then who runs; then who has gone, the newest first. */
export function runtimeRows({ ports, launches }: PortsState): readonly RuntimeRow[] {
  const rows = ports.flatMap((port) => {
    const launch = launches.find(({ id }) => id === port.launchId)
    const origin = launch === undefined ? port.address : maskCommandLine([launch.command, ...launch.args].join(' '))
    return port.runtimes.map((runtime) => ({
      key: `${port.id} ${runtime.cookie}`,
      portId: port.id,
      runtime,
      origin,
      rule: port.rule,
    }))
  })
  return rows.toSorted((a, b) => {
    const byPhase = order[a.runtime.phase] - order[b.runtime.phase]
    if (byPhase !== 0) return byPhase
    const byArrival = a.runtime.arrivedMs - b.runtime.arrivedMs
    return a.runtime.phase === 'waiting' ? byArrival : -byArrival
  })
}

export function waitedLong(rows: readonly RuntimeRow[], nowMs: number): readonly RuntimeRow[] {
  return rows.filter(({ runtime }) => runtime.phase === 'waiting' && nowMs - runtime.arrivedMs > longWaitMs)
}

export function phaseText({ phase, arrivedMs }: PortRuntimeState, nowMs: number): string {
  if (phase === 'waiting') return `Waiting ${formatUptime(Math.max(0, nowMs - arrivedMs))}`
  return { unknown: 'Unknown', resuming: 'Resuming', running: 'Running', gone: 'Ended' }[phase]
}

/** Why it waits, or why that is not known; null when the state says it all. */
export function waitReason({ phase, waitsFor, identity }: PortRuntimeState): string | null {
  if (phase === 'unknown')
    return identity === null
      ? 'The system doesn’t say which process connected, so Pipescope can’t tell whether it waits. Resuming a running process is harmless.'
      : 'Its process is outside Pipescope’s view (another PID namespace or a relay), so Pipescope can’t tell whether it waits. Resuming a running process is harmless.'
  if (phase !== 'waiting' || waitsFor.length === 0) return null
  if (waitsFor.includes('other-port'))
    return 'Suspended by its own DOTNET_DiagnosticPorts at a port of another tool, which has to resume it too.'
  if (waitsFor.includes('this-port')) return null
  return 'Suspended by its own DOTNET_DefaultDiagnosticPortSuspend. Pipescope resumes it only when you do, not when it quits.'
}

/** `3 waiting, 1 running`; empty without any. */
export function sumText(rows: readonly RuntimeRow[]): string {
  const count = (phase: PortRuntimeState['phase']) => rows.filter(({ runtime }) => runtime.phase === phase).length
  const parts = [
    [count('waiting') + count('resuming'), 'waiting'],
    [count('unknown'), 'unknown'],
    [count('running'), 'running'],
    [count('gone'), 'ended'],
  ] as const
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${String(number)} ${word}`)
    .join(', ')
}
