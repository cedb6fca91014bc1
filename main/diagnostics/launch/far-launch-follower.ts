import { pause } from '../../os/pause.ts'
import type { PortService } from '../ports/port-service.ts'
import type { FarLaunchEntry } from './far-launch-entry.ts'
import type { FarLaunchList } from './far-launch-list.ts'
import type { FarLaunches, FarLaunchParts } from './far-launches.ts'

interface FarLaunchFollowerOptions {
  readonly ports: Pick<PortService, 'list' | 'close'>
  readonly list: Pick<FarLaunchList, 'forget'>
  readonly onChange: () => void
}

const lookEveryMs = 1000
const arrivalLookMs = 100
/** One that was started needs no longer to reach its port. */
const arrivesWithinMs = 4000

/** Asks other machines once a second how the programs are that were started there, takes their output, and lets go of them when they or the connection end. */
export class FarLaunchFollower {
  readonly #launches: FarLaunches
  readonly #options: FarLaunchFollowerOptions
  #timer: NodeJS.Timeout | null = null

  constructor(launches: FarLaunches, options: FarLaunchFollowerOptions) {
    this.#launches = launches
    this.#options = options
  }

  /** From now on each launch that runs is looked at. */
  start(): void {
    this.#timer ??= setInterval(() => {
      for (const launch of this.#launches.all()) void this.lookOnce(launch)
    }, lookEveryMs).unref()
  }

  /** Not while a look goes on; each launch by itself, because a machine that is slow must not hold up the others. */
  async lookOnce(launch: FarLaunchEntry): Promise<void> {
    if (launch.isLookedAt || launch.phase !== 'running') return
    launch.isLookedAt = true
    await this.#lookAt(launch).finally(() => (launch.isLookedAt = false))
  }

  /** One that was started a moment ago has not reached its port yet; without a port it would wait there until it is ended. */
  async whenArrived(launch: FarLaunchEntry): Promise<void> {
    while (this.isAwaited(launch)) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await Promise.all([this.lookOnce(launch), pause(arrivalLookMs)])
    }
  }

  isAwaited({ portId, request, phase, exitCode, startedAt }: FarLaunchEntry): boolean {
    if (!request.suspends || phase !== 'running' || exitCode !== null) return false
    const isAtPort = this.#options.ports.list().some(({ id, runtimes }) => id === portId && runtimes.length > 0)
    return !isAtPort && performance.now() < startedAt + arrivesWithinMs
  }

  /** Its port goes, and with it the folder there; without a connection the loop beside the program removes that. */
  async end(launch: FarLaunchEntry, phase: 'ended' | 'lost'): Promise<void> {
    if (launch.phase !== 'running') return
    launch.phase = phase
    launch.endedMs = Date.now()
    this.#options.onChange()
    launch.whenLeft = this.#leave(launch, phase === 'ended')
    await launch.whenLeft
    if (phase === 'ended') await this.#options.list.forget(launch.folder)
    this.#options.onChange()
  }

  dispose(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  async #lookAt(launch: FarLaunchEntry): Promise<void> {
    const port = this.#options.ports.list().find(({ id }) => id === launch.portId)
    const pids = port?.runtimes.filter(({ phase }) => phase !== 'gone').map(({ targetPid }) => targetPid) ?? []
    const { far } = launch
    if (far === null) return
    const state = await far.state([...new Set(pids)])
    if (!state.ok) return this.end(launch, 'lost')
    launch.waiting = state.value.isWaiting
    const { exitCode, isOver, sizes } = state.value
    const hasChanged = launch.stopRequest.look() || exitCode !== launch.exitCode
    launch.exitCode = exitCode
    const taken = [
      await launch.outputs.stdout.take(far, sizes.stdout),
      await launch.outputs.stderr.take(far, sizes.stderr),
    ]
    if (taken.some((result) => !result.ok)) return this.end(launch, 'lost')
    if (isOver && taken.every((result) => result.ok && result.value)) {
      if (exitCode === null) launch.unseenEnd ??= 'unknown'
      await this.end(launch, 'ended')
    } else if (hasChanged) this.#options.onChange()
  }

  async #leave({ portId, stopListening, far }: FarLaunchParts, removesFolder: boolean): Promise<void> {
    if (portId !== null) await this.#options.ports.close(portId)
    await stopListening()
    if (removesFolder) await far?.removeFolder()
    far?.dispose()
  }
}
