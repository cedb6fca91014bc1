import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/base/errors.ts'
import type {
  RedactionChoice,
  SavedPart,
  TrimPreview,
  TrimProgress,
  TrimSelection,
} from '../../../../shared/model/trace/trace-trim.ts'
import { background, invoke, invokeOutcome } from '../../../bridge/bridge.ts'

export interface PartOrder {
  readonly documentId: string
  readonly selection: TrimSelection
  readonly redaction: RedactionChoice | null
}

export type Saving =
  | { readonly state: 'choosing' }
  | { readonly state: 'saving'; readonly progress: TrimProgress | null }
  | { readonly state: 'saved'; readonly part: SavedPart }
  | { readonly state: 'failed'; readonly error: AppError }

const msBeforeCount = 250
const msBetweenLooks = 250

/** What the part would have, counted a moment after the last change; null: being counted. */
export function usePreview(order: PartOrder, isOpen: boolean): TrimPreview | AppError | null {
  const key = JSON.stringify(order)
  const [counted, setCounted] = useState<{ readonly key: string; readonly value: TrimPreview | AppError } | null>(null)
  useEffect(() => {
    if (!isOpen) return
    let isWanted = true
    const timer = setTimeout(() => {
      const asked = invokeOutcome('traces.trimCounts', JSON.parse(key) as PartOrder).then((outcome) => {
        const isOutdated = !outcome.ok && outcome.error.kind === 'cancelled'
        if (isWanted && !isOutdated) setCounted({ key, value: outcome.ok ? outcome.value : outcome.error })
      })
      background(asked, 'traces.trimCounts')
    }, msBeforeCount)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [key, isOpen])
  return counted?.key === key ? counted.value : null
}

/** One saving at a time, with its progress, its end and the way to give it up. */
export function useSaving(order: PartOrder): {
  readonly saving: Saving
  readonly save: () => void
  readonly stop: () => void
  readonly reset: () => void
} {
  const [saving, setSaving] = useState<Saving>({ state: 'choosing' })
  const { documentId } = order
  const isSaving = saving.state === 'saving'
  useEffect(() => {
    if (!isSaving) return
    const timer = setInterval(() => {
      const looked = invoke('traces.trimProgress', { documentId }).then((progress) => {
        setSaving((now) => (now.state === 'saving' ? { state: 'saving', progress } : now))
      })
      background(looked, 'traces.trimProgress')
    }, msBetweenLooks)
    return () => clearInterval(timer)
  }, [isSaving, documentId])
  const save = (): void => {
    setSaving({ state: 'saving', progress: null })
    const saved = invokeOutcome('traces.trim', order).then((outcome) => {
      if (outcome.ok)
        setSaving(outcome.value === null ? { state: 'choosing' } : { state: 'saved', part: outcome.value })
      else
        setSaving(
          outcome.error.kind === 'cancelled' ? { state: 'choosing' } : { state: 'failed', error: outcome.error },
        )
    })
    background(saved, 'traces.trim')
  }
  const stop = (): void => background(invoke('traces.stopTrim', { documentId }), 'traces.stopTrim')
  return { saving, save, stop, reset: () => setSaving({ state: 'choosing' }) }
}
