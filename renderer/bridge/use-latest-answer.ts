import { useEffect, useState } from 'react'
import type { AppError } from '../../shared/base/errors.ts'
import type { ChannelName, Reply, Request } from '../../shared/contract/index.ts'
import { background, invoke } from './bridge.ts'

export interface LatestAnswer<Name extends ChannelName> {
  /** Of the newest question that was answered; null before the first. */
  readonly value: Reply<Name> | null
  /** The question that `value` answers. */
  readonly of: Request<Name> | null
  readonly error: AppError | null
  /** A newer question is on its way. */
  readonly isOutdated: boolean
}

type Answered<Name extends ChannelName> = Omit<LatestAnswer<Name>, 'isOutdated'> & { readonly key: string }

/** Asks whenever the question changes; the last answer stays until the next is there, and late ones are thrown away. Null: asks nothing. */
export function useLatestAnswer<Name extends ChannelName>(
  channel: Name,
  request: Request<Name> | null,
  /** Another one asks the same again. */
  round = '',
): LatestAnswer<Name> {
  const key = JSON.stringify([request, round])
  const [{ key: answeredKey, ...answer }, setAnswer] = useState<Answered<Name>>({
    value: null,
    of: null,
    error: null,
    key: '',
  })
  useEffect(() => {
    if (request === null) return undefined
    let isNewest = true
    background(
      invoke(channel, request).then((value) => {
        if (isNewest) setAnswer({ value, of: request, error: null, key })
      }),
      channel,
      (error) => {
        if (isNewest) setAnswer((before) => ({ ...before, error, key }))
      },
      () => undefined,
    )
    return () => {
      isNewest = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key says what is asked
  }, [channel, key])
  return { ...answer, isOutdated: request !== null && answeredKey !== key }
}
