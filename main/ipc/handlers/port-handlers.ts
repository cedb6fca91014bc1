import os from 'node:os'
import path from 'node:path'
import { ok } from '../../../shared/base/result.ts'
import type { Request } from '../../../shared/contract/index.ts'
import type { AllLaunches } from '../../diagnostics/launch/all-launches.ts'
import { diagnosticPortsValue } from '../../diagnostics/ports/port-address.ts'
import type { BeforeResume, PortService } from '../../diagnostics/ports/port-service.ts'
import type { Handlers } from '../request-context.ts'

type PortChannels = Extract<keyof Handlers, `ports.${string}` | `launch.${string}`>
type Template = NonNullable<Request<'launch.start'>['recording']>

export interface PortHandlerParts {
  readonly ports: PortService
  readonly launches: AllLaunches
  /** Begins a recording of a runtime that waits; resolves when its session is open, or could not be opened. */
  readonly recorderOf: (template: Template) => BeforeResume
}

export function portHandlers({ ports, launches, recorderOf }: PortHandlerParts): Pick<Handlers, PortChannels> {
  return {
    'ports.open': async ({ recording, ...request }) => {
      const beforeResume = recording === null ? {} : { beforeResume: recorderOf(recording) }
      const opened = await ports.open({ ...request, ...beforeResume })
      if (!opened.ok) return opened
      const variable = diagnosticPortsValue(opened.value.address, request.suspends)
      return ok({ port: opened.value, variable })
    },
    'ports.close': ({ portId }) => ports.close(portId),
    'ports.setRule': ({ portId, rule }) => ports.setRule(portId, rule),
    'ports.setNameRules': ({ portId, nameRules }) => ports.setNameRules(portId, nameRules),
    'ports.resume': ({ portId, cookie }) => ports.resume(portId, cookie),
    'ports.resumeAll': ({ portId }) => ports.resumeAll(portId),
    'launch.start': ({ recording, ...request }) =>
      launches.start({
        ...request,
        folder: request.machine === null ? withHome(request.folder) : request.folder,
        ...(recording === null ? {} : { beforeResume: recorderOf(recording) }),
      }),
    'launch.stop': ({ launchId, how }) => launches.stop(launchId, how),
    'launch.output': ({ launchId, stream, fromOffset }) => launches.output(launchId, stream, fromOffset),
    'launch.remove': ({ launchId }) => launches.remove(launchId),
  }
}

/** `~` as a shell reads it: the person's home. On another machine its shell does that. */
function withHome(folder: string): string {
  return /^~(?=$|[\\/])/.test(folder) ? path.join(os.homedir(), folder.slice(1)) : folder
}
