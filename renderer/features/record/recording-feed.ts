import { useEffect, useState } from 'react'
import type { RecordingStatus } from '../../../shared/model/recording.ts'
import { openStream } from '../../bridge/bridge.ts'

/** The newest state of a recording; null until the first has come. Four a second, so plain React state will do. */
export function useRecordingStatus(jobId: string, isRunning: boolean): RecordingStatus | null {
  const [status, setStatus] = useState<RecordingStatus | null>(null)
  useEffect(() => {
    if (!isRunning) return undefined
    const stream = openStream('recordings.live', jobId, { onMessage: setStatus })
    return () => {
      stream.dispose()
    }
  }, [jobId, isRunning])
  return status?.jobId === jobId ? status : null
}
