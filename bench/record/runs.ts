import type { FileVerdict } from '../../main/workers/watch/watch-protocol.ts'

/** What one recording of the flood came to. Processor seconds are of the same `seconds` while events flowed. */
export interface Run {
  readonly eventCount: number
  readonly lostCount: number
  /** From the first event of the file to the last: begins before the measured seconds and ends after them, by another bit on each side. */
  readonly spanSeconds: number
  readonly sizeBytes: number
  readonly seconds: number
  /** Ours: main thread and recorder. Peer: the process. */
  readonly cpuSeconds: number
  /** From the wish to stop to the end: ours to the verified file, the peer to the end of its process. */
  readonly stopMs: number
}

export interface OurRun extends Run {
  /** Of `stopMs`: until the stream had ended and its file was closed. The rest is the check of the file. */
  readonly closedMs: number
  readonly mainSeconds: number
  readonly recorderSeconds: number
  /** Decodes what is shown while it is recorded. */
  readonly watcherSeconds: number
  /** All threads, the collector's helpers included. */
  readonly processSeconds: number
  readonly isComplete: boolean
  readonly largestQueueMB: number
}

export interface RunOptions {
  readonly pid: number
  readonly file: string
  readonly seconds: number
  readonly bufferMB: number
}

export const floodProvider = 'Pipescope-Sample-Flood'

/** In seconds. */
export function spanOf({ firstMs, lastMs }: FileVerdict): number {
  if (firstMs === null || lastMs === null) throw new Error('a recording without events')
  return (lastMs - firstMs) / 1000
}
