import { useEffect, useState } from 'react'
import type { RecordingStatus } from '../../shared/model/recording.ts'
import { openStream } from './bridge.ts'

/**
 * The newest state of a recording; null until the first has come. While nobody follows it, nothing is decoded for it. Four a second, so plain
 * React state will do.
 */
export function useRecordingStatus(jobId: string, isFollowed: boolean): RecordingStatus | null {
  const [status, setStatus] = useState<RecordingStatus | null>(null)
  useEffect(() => {
    if (!isFollowed) return undefined
    const stream = openStream('recordings.live', jobId, { onMessage: setStatus })
    return () => {
      stream.dispose()
    }
  }, [jobId, isFollowed])
  return status?.jobId === jobId ? status : null
}
