import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import type { Connection } from './connection.ts'

export interface ReadExactlyOptions {
  /** Names the wait in errors. */
  readonly operation: string
  /** Longest silence between two pieces. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Bytes that were received before. */
  readonly already?: Uint8Array
}

/** The next `sizeBytes` of a connection, in any pieces. What follows them stays with the connection. */
export function readExactly(
  connection: Connection,
  sizeBytes: number,
  options: ReadExactlyOptions,
): Promise<Result<Uint8Array, AppError>> {
  const { operation, timeoutMs, signal } = options
  return new Promise((resolve) => {
    const bytes = new Uint8Array(sizeBytes)
    let filled = 0
    let isSettled = false
    const settle = (outcome: Result<Uint8Array, AppError>): void => {
      isSettled = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      connection.listen(null)
      resolve(outcome)
    }
    const onAbort = (): void => settle(err({ kind: 'cancelled' }))
    const timer = setTimeout(() => settle(err({ kind: 'timeout', operation, timeoutMs })), timeoutMs)
    const take = (piece: Uint8Array): void => {
      timer.refresh()
      const wanted = piece.subarray(0, sizeBytes - filled)
      bytes.set(wanted, filled)
      filled += wanted.length
      if (filled < sizeBytes) return
      settle(ok(bytes))
      if (piece.length > wanted.length) connection.putBack(piece.subarray(wanted.length))
    }
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort)
    if (options.already) take(options.already)
    if (isSettled) return
    if (sizeBytes === 0) return settle(ok(bytes))
    connection.listen({
      onBytes: take,
      onEnd: (error) => settle(err(error ?? { kind: 'connection-closed', operation, receivedBytes: filled })),
    })
  })
}
