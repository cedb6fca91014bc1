import { useEffect, useState } from 'react'
import type { AppError } from '../../shared/base/errors.ts'
import type { ChannelName, Reply, Request } from '../../shared/contract/index.ts'
import { background, invoke } from './bridge.ts'

export interface LatestAnswer<Value> {
  /** Of the newest question that was answered; null before the first. */
  readonly value: Value | null
  readonly error: AppError | null
  /** A newer question is on its way. */
  readonly isOutdated: boolean
}

/** Asks whenever the question changes; the last answer stays until the next is there, and late ones are thrown away. */
export function useLatestAnswer<Name extends ChannelName>(
  channel: Name,
  request: Request<Name>,
  /** Another one asks the same again. */
  round = '',
): LatestAnswer<Reply<Name>> {
  const key = JSON.stringify([request, round])
  const [answer, setAnswer] = useState<{
    readonly value: Reply<Name> | null
    readonly error: AppError | null
    readonly key: string
  }>({ value: null, error: null, key: '' })
  useEffect(() => {
    let isNewest = true
    const take = (part: { readonly value: Reply<Name> } | { readonly error: AppError }) => {
      if (isNewest) setAnswer((before) => ({ value: before.value, error: null, ...part, key }))
    }
    background(
      invoke(channel, request).then((value) => take({ value })),
      channel,
      (error) => take({ error }),
      () => undefined,
    )
    return () => {
      isNewest = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key says what is asked
  }, [channel, key])
  return { value: answer.value, error: answer.error, isOutdated: answer.key !== key }
}
