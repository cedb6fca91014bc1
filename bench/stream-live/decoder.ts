import type { MessagePort } from 'node:worker_threads'
import { TraceReader } from '../../main/nettrace/trace/trace-reader.ts'
import { RecordingFollower } from '../../main/workers/recorder/recorder-follower.ts'

export interface Decoded {
  readonly events: number
  readonly lost: number
  readonly damage: number
  readonly isComplete: boolean
  readonly code: string | null
}

/** Reads a recording while it is written, as a live view of events does: each event once, its columns used again. */
export function decode(port: MessagePort, path: string, onEnd: (decoded: Decoded) => void): void {
  const reader = new TraceReader({}, { keepsSegments: false })
  // oxlint-disable-next-line no-new -- lives as long as its port
  new RecordingFollower(port, path, {
    onBytes: (bytes) => reader.push(bytes),
    onEnd: (code) => {
      const isComplete = reader.end()
      const { eventCount, lostEventCount, damageCount } = reader.trace
      onEnd({ events: eventCount, lost: lostEventCount, damage: damageCount, isComplete, code })
    },
  })
}
