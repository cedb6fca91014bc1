import type { PortRule, PortRuntimeState, PortsState } from '../../../shared/model/port.ts'
import { maskCommandLine } from '../../../shared/base/command-secrets.ts'
import { formatUptime } from '../../../shared/base/format.ts'
import { startupLabels } from './startup-labels.ts'

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
    const line = launch === undefined ? port.address : maskCommandLine([launch.command, ...launch.args].join(' '))
    const machine = launch?.machine ?? null
    const origin = machine === null ? line : `${machine.name} · ${line}`
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
  if (phase === 'waiting') return startupLabels.runtimeRows.waiting(formatUptime(Math.max(0, nowMs - arrivedMs)))
  return {
    unknown: startupLabels.runtimeRows.unknown,
    resuming: startupLabels.runtimeRows.resuming,
    running: startupLabels.runtimeRows.running,
    gone: startupLabels.runtimeRows.ended,
  }[phase]
}

/** Why it waits, or why that is not known; null when the state says it all. */
export function waitReason({ phase, waitsFor, identity }: PortRuntimeState): string | null {
  if (phase === 'unknown')
    return identity === null ? startupLabels.runtimeRows.unknownProcess : startupLabels.runtimeRows.processOutOfView
  if (phase !== 'waiting' || waitsFor.length === 0) return null
  if (waitsFor.includes('other-port')) return startupLabels.runtimeRows.suspendedAtOtherPort
  if (waitsFor.includes('this-port')) return null
  return startupLabels.runtimeRows.suspendedByVariable
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
