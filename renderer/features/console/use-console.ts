import { useEffect, useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import type { ConsoleMessage } from '../../../shared/model/console.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import type { Reply } from '../../../shared/contract/index.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { conditionOf } from '../../store/process-changes.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { payloadOf, type ConsoleForm } from './console-model.ts'

export interface Sent extends Reply<'console.send'> {
  readonly id: number
  readonly command: string
  readonly atMs: number
}

export interface Preview {
  readonly request: ConsoleMessage | null
  readonly refusal: AppError | null
}

/** Requests kept in the list. */
const historyLimit = 50
const previewDelayMs = 150

/** What the form would send, asked anew while it is typed and when the process becomes another: what is refused changes with it. */
export function usePreview(target: RecordTarget, row: ProcessRow | null, form: ConsoleForm): Preview | null {
  const [preview, setPreview] = useState<{ readonly key: string; readonly found: Preview } | null>(null)
  const key = JSON.stringify([target.processKey, conditionOf(row ?? undefined), form])
  useEffect(() => {
    const payload = payloadOf(form)
    if (payload === null) return undefined
    let isHere = true
    const take = (found: Preview) => {
      if (isHere) setPreview({ key, found })
    }
    const timer = setTimeout(() => {
      background(
        invoke('console.preview', { target: ref(target), command: form.command, payload }).then(take),
        'console.preview',
        (refusal) => take({ request: null, refusal }),
      )
    }, previewDelayMs)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key says what is asked
  }, [key])
  return preview?.key === key ? preview.found : null
}

export interface ConsoleHistory {
  readonly sent: readonly Sent[]
  readonly isBusy: boolean
  readonly send: (form: ConsoleForm) => void
}

/** Newest first. It ends with the tab: answers may hold secrets, so nothing of it is kept. */
export function useHistory(target: RecordTarget): ConsoleHistory {
  const [sent, setSent] = useState<readonly Sent[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const send = (form: ConsoleForm) => {
    const payload = payloadOf(form)
    if (payload === null || isBusy) return
    setIsBusy(true)
    const { command } = form
    const atMs = Date.now()
    const take = (reply: Reply<'console.send'>) => {
      setIsBusy(false)
      setSent((known) => [{ ...reply, command, atMs, id: (known[0]?.id ?? 0) + 1 }, ...known].slice(0, historyLimit))
    }
    background(
      invoke('console.send', { target: ref(target), command, payload }).then(take),
      'console.send',
      (error) => take({ request: null, reply: null, error, elapsedMs: 0 }),
      () => setIsBusy(false),
    )
  }
  return { sent, isBusy, send }
}

function ref({ processKey }: RecordTarget) {
  return { kind: 'process', key: processKey } as const
}
