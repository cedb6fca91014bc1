import { asProcessKey } from '../../../shared/model/ids.ts'
import type { MachineRef } from '../../../shared/model/machine.ts'
import { pause } from '../../os/pause.ts'
import type { AllProcesses } from '../machines/all-processes.ts'
import type { Waiting } from '../ports/peer-facts.ts'
import type { PortElsewhere } from '../ports/port-service.ts'
import type { FarLaunchEntry } from './far-launch-entry.ts'

/** Two looks at that machine, on a slow link. */
const listedWithinMs = 10_000
const listedLookMs = 100

export interface FarPortParts {
  readonly processes: Pick<AllProcesses, 'of'>
  readonly machine: MachineRef
  readonly address: string
  readonly suspends: boolean
  /** Null: it is not on the list yet, or no longer. */
  readonly launch: () => Pick<FarLaunchEntry, 'waiting' | 'phase'> | null
  readonly look: () => Promise<void>
  /** Its runtimes may have been let go on through an earlier port. */
  readonly mayRunAlready: boolean
}

/** What a port for a launch there knows of those who come to it. */
export function farPort(parts: FarPortParts): PortElsewhere {
  const { processes, machine, address, suspends, launch, look, mayRunAlready } = parts
  const directory = () => processes.of(machine.id)
  const waiting = (pid: number): Waiting => {
    // Whoever comes was told to wait, until that machine says otherwise.
    const isWaiting = launch()?.waiting.get(pid) ?? suspends
    return { isWaiting, waitsFor: isWaiting ? ['this-port'] : [] }
  }
  const processKeyOf = (pid: number): string | null => {
    // A number that a stranger has sent is not a process of the launch.
    if (launch()?.waiting.has(pid) !== true) return null
    const startKey = directory()?.startKeyOf(pid) ?? null
    return startKey === null ? null : `${machine.id}/${pid}:${startKey}`
  }
  const isListed = (pid: number): boolean => {
    const key = processKeyOf(pid)
    return key !== null && directory()?.endpointOf(asProcessKey(key)) != null
  }
  return {
    address,
    mayRunAlready,
    waiting,
    processKeyOf,
    detailsOf: (pid) => (processKeyOf(pid) === null ? null : (directory()?.detailsOf(pid) ?? null)),
    whenListed: async (pid) => {
      const endMs = performance.now() + listedWithinMs
      while (!isListed(pid) && performance.now() < endMs && launch()?.phase !== 'lost') {
        // oxlint-disable-next-line no-await-in-loop -- one look after the other
        await Promise.all([look(), directory()?.refresh()])
        // oxlint-disable-next-line no-await-in-loop -- as above
        await pause(listedLookMs)
      }
    },
  }
}
