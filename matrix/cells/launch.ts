import fs from 'node:fs'
import path from 'node:path'
import { applyStartupHook, setEnvironmentVariable, type Target } from '../../main/diagnostics/client-actions.ts'
import { lookAtHook } from '../../main/diagnostics/environment/target-actions.ts'
import { LaunchService } from '../../main/diagnostics/launch/launch-service.ts'
import { PortService } from '../../main/diagnostics/ports/port-service.ts'
import { readTargetView } from '../../main/os/target-view.ts'
import { buildSample, buildStartupHook } from '../../samples/start-target.ts'
import { factsOf, until, word, type Bench, type Row } from '../cell.ts'
import { isWindows } from '../where.ts'

/** A program that the app starts so that it waits, changes while it waits, and lets go: with the services of the app themselves. */

const startLimitMs = isWindows ? 60_000 : 20_000
/** Windows tells of no process whether it waits: that nothing has begun is all there is to see. */
const waitingPhase = isWindows ? 'unknown' : 'waiting'
/** Longer than a program needs from its port to its first line, under Wine as well. */
const quietMs = isWindows ? 5000 : 1000

interface Launched {
  readonly ports: PortService
  readonly launches: LaunchService
  readonly id: string
  readonly portId: string
  /** Addresses the watchdog was told, and processes. */
  readonly watched: readonly (string | number)[]
}

async function launched(bench: Bench): Promise<string> {
  const program = buildSample(bench.variant)
  if (program === null) return 'not built'
  const watched: (string | number)[] = []
  const ports = new PortService({
    watcher: { watch: ({ path: address }) => void watched.push(address), forget: () => undefined },
    onChange: () => undefined,
  })
  const launches = new LaunchService({
    ports,
    folder: path.join(bench.folder, 'output'),
    onChange: () => undefined,
    onStarted: (pid) => void watched.push(pid),
  })
  try {
    const started = await launches.start({
      command: program,
      args: ['idle'],
      folder: bench.folder,
      variables: { PIPESCOPE_LAUNCHED: 'yes' },
      suspends: true,
      firstRule: 'hold',
      rule: 'resume',
    })
    if (!started.ok) return word(started)
    const { id, portId } = started.value
    return await untilItsEnd(bench, { ports, launches, id, portId: portId ?? '', watched })
  } finally {
    for (const { id } of launches.list()) await launches.stop(id, 'kill')
    await ports.closeAll(() => false)
    launches.dispose()
  }
}

async function untilItsEnd(bench: Bench, parts: Launched): Promise<string> {
  const { ports, launches, id, portId, watched } = parts
  const runtimes = () => ports.list().find((port) => port.id === portId)?.runtimes ?? []
  await until(() => runtimes()[0]?.phase === waitingPhase || hasBegun(parts), startLimitMs)
  if (await until(() => hasBegun(parts), quietMs)) return 'does not wait'
  const [waiting] = runtimes()
  const pid = launches.list()[0]?.pid ?? 0
  const runtime = ports.runtime(portId, waiting?.cookie ?? '')
  if (runtime === null) return 'does not come'
  const isWatched = watched.length === 2 && watched[1] === pid
  const log = path.join(bench.folder, 'hook')
  const target: Target = { endpoint: runtime.endpoint, facts: factsOf(bench, true) }
  const variable = word(await setEnvironmentVariable(target, { name: 'PIPESCOPE_HOOK_LOG', value: log }))
  const { isVerified } = await lookAtHook(buildStartupHook(), readTargetView(pid))
  const hook = word(await applyStartupHook(target, { path: buildStartupHook(), isVerified }))
  const resumed = word(await ports.resume(portId, runtime.cookie))
  const runs = await until(() => hasBegun(parts), startLimitMs)
  const hasHooked = hook === 'OK' && fs.existsSync(log)
  await launches.stop(id, 'terminate')
  const isOver = await until(() => launches.list()[0]?.phase === 'ended', startLimitMs)
  return [
    isWatched ? 'waits, watched' : `waits, watched: ${watched.join(' ')}`,
    `variable ${variable}`,
    `hook ${hook}${hasHooked ? ' and run' : ''}`,
    `resume ${resumed}, ${runs ? 'runs' : 'does not run'}`,
    isOver && ports.list().length === 0 ? 'ended' : 'does not end',
  ].join(', ')
}

function hasBegun({ launches, id }: Launched): boolean {
  const output = launches.output(id, 'stdout', 0)
  return output.ok && output.value.text.includes('ready ')
}

export const launchRows: readonly Row[] = [{ name: 'a launch that waits', target: 'none', run: launched }]
