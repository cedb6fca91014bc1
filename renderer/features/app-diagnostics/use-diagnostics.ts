import { useEffect, useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import type { LogRecord, QueueReport } from '../../../shared/model/app.ts'
import { invoke, toAppError } from '../../bridge/bridge.ts'

export interface DiagnosticsState {
  /** null until the first answer. */
  readonly queues: readonly QueueReport[] | null
  readonly records: readonly LogRecord[]
  readonly error: AppError | null
}

const refreshMs = 1000
const maxRecords = 2000

/** Asks once a second while the page is in front. */
export function useDiagnostics(isActive: boolean): DiagnosticsState {
  const [state, setState] = useState<DiagnosticsState>({ queues: null, records: [], error: null })
  useEffect(() => {
    if (!isActive) return undefined
    let isStopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      try {
        const [queues, records] = await Promise.all([
          invoke('diagnostics.queues', {}),
          invoke('diagnostics.log', { maxRecords }),
        ])
        if (!isStopped) setState({ queues, records, error: null })
      } catch (thrown) {
        if (!isStopped) setState((previous) => ({ ...previous, error: toAppError(thrown) }))
      }
      if (!isStopped) timer = setTimeout(() => void ask(), refreshMs)
    }
    void ask()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [isActive])
  return state
}
