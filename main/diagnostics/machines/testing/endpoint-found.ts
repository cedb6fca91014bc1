import type { ProcessKey } from '../../../../shared/model/ids.ts'
import type { Endpoint } from '../../../transport/endpoint.ts'
import type { AllProcesses } from '../all-processes.ts'

export function endpointFound(processes: AllProcesses, key: ProcessKey): Endpoint {
  const endpoint = processes.endpointOf(key)
  if (endpoint === null) throw new Error(`no endpoint for ${key}`)
  return endpoint
}
