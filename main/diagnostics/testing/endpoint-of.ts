import { socketOf } from '../../../samples/socket-of.ts'
import { must } from '../../../shared/base/assert.ts'
import { asPid } from '../../../shared/model/ids.ts'
import type { Endpoint } from '../../transport/endpoint.ts'

/** The default endpoint of a sample, found independently of the product's discovery. */
export function endpointOf(pid: number): Endpoint {
  return { transport: 'unix', path: must(socketOf(pid), `a socket of ${pid}`), pid: asPid(pid) }
}
