import { useContext, useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { ChannelName, Reply, Request } from '../../../../shared/contract/index.ts'
import { background, invoke } from '../../../bridge/bridge.ts'
import { RevisionSourceContext } from './trace-view.ts'

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

interface SettledOptions<Name extends ChannelName> {
  /** Such an answer draws nothing anew. */
  readonly isSame?: (before: Reply<Name>, now: Reply<Name>) => boolean
  /** What somebody else has asked already; null: nobody has. */
  readonly known?: (request: Request<Name>) => Promise<Reply<Name>> | null
}

/**
 * The answer to the newest question; the one before stays until then. One question is under way at a time: a wheel asks a hundred times a
 * second, and only where it has come to rest counts. Null: nothing is asked; what comes after it, and is answered already, isn’t asked again.
 * A recording that has grown is asked anew without drawing who asks: that is done when the answer is there.
 */
export function useSettledAnswer<Name extends ChannelName>(
  channel: Name,
  request: Request<Name> | null,
  { isSame, known }: SettledOptions<Name> = {},
): Asking<Name> {
  const [asking, setAsking] = useState<Asking<Name>>({ answer: null, error: null })
  const wanted = useRef<Wanted<Name> | null>(null)
  const answeredKey = useRef<string | null>(null)
  const isAsking = useRef(false)
  const isOpen = useRef(true)
  const source = useContext(RevisionSourceContext)
  const key = JSON.stringify(request)
  useEffect(() => {
    const ask = (): void => {
      const next = wanted.current
      if (isAsking.current || next === null || !isOpen.current) return
      wanted.current = null
      if (next.key === answeredKey.current) return
      answeredKey.current = null
      isAsking.current = true
      const { request: asking } = next
      const asked = known?.(asking) ?? invoke(channel, asking)
      background(
        asked
          .then((reply) => {
            answeredKey.current = next.key
            if (!isOpen.current) return
            setAsking((before) =>
              before.answer !== null && before.error === null && isSame?.(before.answer.reply, reply) === true
                ? before
                : { answer: { request: asking, reply }, error: null },
            )
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
    const want = (): void => {
      wanted.current = request === null ? null : { key: `${String(source.revision)} ${key}`, request }
      ask()
    }
    want()
    return source.listen(want)
    // oxlint-disable-next-line react/exhaustive-deps -- the key says what is asked
  }, [channel, key, source])
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return asking
}
