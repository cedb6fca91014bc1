import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { MachineRef } from '../../../shared/model/machine.ts'
import type { FarLaunch } from '../../machines/far-launch.ts'
import type { SshLink } from '../../machines/ssh-link.ts'
import type { AllProcesses } from '../machines/all-processes.ts'
import type { PortService } from '../ports/port-service.ts'
import type { FarLaunchEntry, FarLaunchRequest } from './far-launch-entry.ts'
import type { FarLaunchFollower } from './far-launch-follower.ts'
import type { FarLaunches } from './far-launches.ts'
import { farPort } from './far-port.ts'

export interface FarLaunchPortOptions {
  readonly ports: PortService
  readonly processes: Pick<AllProcesses, 'of'>
  readonly launches: FarLaunches
  readonly follower: FarLaunchFollower
}

/** Of a launch through a connection that is there. */
export interface FarLaunchPortParts {
  readonly id: string
  readonly machine: MachineRef
  readonly request: FarLaunchRequest
  readonly folder: string
  readonly link: SshLink
  readonly far: FarLaunch
}

export type FarLaunchPort = Pick<FarLaunchEntry, 'stopListening'> & { readonly portId: string }

/** The socket of a launch, in its folder on the other machine. */
export function portIn(folder: string): string {
  return `${folder}/port`
}

/** What the program comes to, through a socket there that sshd leads back to a port here. `mayRunAlready`: after a reconnect. */
export async function openFarLaunchPort(
  { ports, processes, launches, follower }: FarLaunchPortOptions,
  { id, folder, link, far, machine, request }: FarLaunchPortParts,
  mayRunAlready: boolean,
): Promise<Result<FarLaunchPort, AppError>> {
  const address = portIn(folder)
  const { suspends, firstRule, rule, nameRules, beforeResume } = request
  const launch = () => launches.get(id)
  const look = async () => {
    const found = launch()
    if (found !== null) await follower.lookOnce(found)
  }
  const opened = await ports.open({
    address: null,
    suspends,
    rule,
    firstRule,
    launchId: id,
    ...(nameRules ? { nameRules } : {}),
    ...(beforeResume ? { beforeResume } : {}),
    elsewhere: farPort({ processes, machine, address, suspends, launch, look, mayRunAlready }),
  })
  if (!opened.ok) return opened
  const portId = opened.value.id
  const localAddress = ports.listeningAt(portId) ?? ''
  const listening = await link.listen(address, localAddress)
  if (listening.ok) return ok({ portId, stopListening: () => link.stopListening(address, localAddress) })
  await ports.close(portId)
  return err(link.isOpen ? far.forwardingForbidden(address) : { kind: 'link-lost', machine: machine.name })
}
