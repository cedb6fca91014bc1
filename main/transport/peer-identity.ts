import type { PeerIdentity } from '../../shared/model/process.ts'
import { isProcessAlive } from '../os/process-alive.ts'
import type { PeerCredentials } from './peer-credentials.ts'

/** `impostor` only where another visible process is proven; `null` where the system doesn't say who the peer is. */
export type PeerVerdict = PeerIdentity | 'impostor' | null

/**
 * Whether the process that listens on a socket is the one its name says. Anybody who may write to the folder can make a socket with any
 * name. A peer outside of our pid namespace (0), or one that has gone since, proves nothing either way.
 */
export function judgePeer(
  { pid }: { readonly pid: number },
  peer: PeerCredentials | null,
  isAlive: (pid: number) => boolean = isProcessAlive,
): PeerVerdict {
  // 0: the endpoint names no process.
  if (peer === null || pid === 0) return null
  if (peer.pid === pid) return 'verified'
  // What listens in this process stands in for another (the scripted runtime of tests); it is no stranger.
  if (peer.pid === process.pid) return 'unverified'
  return peer.pid !== null && isAlive(peer.pid) ? 'impostor' : 'unverified'
}
