import type { StepKind } from '../../../../shared/case/case-document.ts'
import type { CollectedFile } from '../case-folder.ts'

/** Of a step that was cut short, as it is found. */
export type FoundFile = Pick<CollectedFile, 'title' | 'form'> & {
  readonly name: string
  /** On disk, from the folder of the process on or absolute; left out: the same. */
  readonly path?: string
  readonly isWhole?: boolean
}

/** A step that was running. */
export interface OpenStep {
  readonly kind: StepKind
  readonly process: number
  readonly place: string
}
