import { asProcessKey } from '../../../shared/model/ids.ts'
import type { MachineService } from '../../diagnostics/machines/machine-service.ts'
import type { Handlers } from '../request-context.ts'

type MachineChannels = Extract<keyof Handlers, `machines.${string}`>

export function machineHandlers(machines: MachineService): Pick<Handlers, MachineChannels> {
  return {
    'machines.refresh': () => machines.refresh(),
    'machines.add': ({ destination }) => machines.add(destination),
    'machines.remove': ({ id }) => machines.remove(id),
    'machines.connect': ({ id }) => machines.connect(id),
    'machines.disconnect': ({ id }) => machines.disconnect(id),
    'machines.openWithSudo': ({ key }) => machines.sudo.open(asProcessKey(key)),
  }
}
