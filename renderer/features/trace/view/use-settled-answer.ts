import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { ChannelName, Reply, Request } from '../../../../shared/contract/index.ts'
import { background, invoke } from '../../../bridge/bridge.ts'
import { useRevision } from './trace-view.ts'

export interface Answered<Name extends ChannelName> {
  readonly request: Request<Name>
  readonly reply: Reply<Name>
}

interface Wanted<Name extends ChannelName> {
  readonly key: string
  readonly request: Request<Name>
}

interface Asking<Name extends ChannelName> {
  readonly answer: Answered<Name> | null
  readonly error: AppError | null
}

/**
 * The answer to the newest question; the one before stays until then. One question is under way at a time: a wheel asks a hundred times a
 * second, and only where it has come to rest counts. Null: nothing is asked; what comes after it, and is answered already, isn’t asked again.
 */
export function useSettledAnswer<Name extends ChannelName>(channel: Name, request: Request<Name> | null): Asking<Name> {
  const [asking, setAsking] = useState<Asking<Name>>({ answer: null, error: null })
  const wanted = useRef<Wanted<Name> | null>(null)
  const answeredKey = useRef<string | null>(null)
  const isAsking = useRef(false)
  const isOpen = useRef(true)
  const key = JSON.stringify([useRevision(), request])
  useEffect(() => {
    const ask = (): void => {
      const next = wanted.current
      if (isAsking.current || next === null || !isOpen.current) return
      wanted.current = null
      if (next.key === answeredKey.current) return
      answeredKey.current = null
      isAsking.current = true
      const { request: asking } = next
      const asked = invoke(channel, asking)
      background(
        asked
          .then((reply) => {
            answeredKey.current = next.key
            if (isOpen.current) setAsking({ answer: { request: asking, reply }, error: null })
          })
          .finally(() => {
            isAsking.current = false
            ask()
          }),
        channel,
        (error) => {
          if (isOpen.current) setAsking((before) => ({ ...before, error }))
        },
      )
    }
    wanted.current = request === null ? null : { key, request }
    ask()
    // oxlint-disable-next-line react/exhaustive-deps -- the key says what is asked
  }, [channel, key])
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return asking
}
