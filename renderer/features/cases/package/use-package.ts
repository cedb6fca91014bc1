import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { Reply } from '../../../../shared/contract/index.ts'
import type { CasePackageDocument } from '../../../../shared/model/cases.ts'
import { background, invoke } from '../../../bridge/bridge.ts'
import { useLatestAnswer } from '../../../bridge/use-latest-answer.ts'

export interface PackageReading {
  readonly document: CasePackageDocument | null
  readonly error: AppError | null
  readonly progress: Reply<'cases.progress'> | null
}

const everyMs = 250
const nothing: PackageReading = { document: null, error: null, progress: null }

/** The package from its reading on. It is closed with the component, which is another one for another package. */
export function usePackage(documentId: string): PackageReading {
  const [reading, setReading] = useState<PackageReading>(nothing)
  useEffect(() => {
    let isOpen = true
    const take = (part: Partial<PackageReading>): void => {
      if (isOpen) setReading((before) => ({ ...before, ...part }))
    }
    const timer = setInterval(() => {
      background(
        invoke('cases.progress', { documentId }).then((progress) => take({ progress })),
        'cases.progress',
      )
    }, everyMs)
    background(
      invoke('cases.document', { documentId })
        .then((document) => take({ document }))
        .finally(() => clearInterval(timer)),
      'cases.document',
      (error) => take({ error }),
    )
    return () => {
      isOpen = false
      clearInterval(timer)
      background(invoke('cases.close', { documentId }), 'cases.close')
    }
  }, [documentId])
  return reading
}

interface TextReading {
  readonly text: Reply<'cases.text'> | null
  readonly error: AppError | null
}

/** A text in the package; null until it is there. */
export function usePackageText(documentId: string, name: string | null): TextReading {
  const { value, of, error } = useLatestAnswer('cases.text', name === null ? null : { documentId, name })
  return { text: of?.name === name ? value : null, error }
}
