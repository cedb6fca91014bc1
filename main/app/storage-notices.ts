import { countOf } from '../../shared/base/count-of.ts'
import type { AppMessage } from '../../shared/model/app.ts'

type Notice = Extract<AppMessage, { kind: 'notice' }>

/** Below this the samples of live views and exports may soon not fit; told again only after there was room in between. */
const lowBytes = 1024 ** 3
const roomAgainBytes = 2 * lowBytes

/** Decides when trouble with the disk is worth a word: once, not each half minute. */
export class StorageNotices {
  #isLow = false
  #reportedDroppedCount = 0

  /** `droppedLineCount`: lines of the log that could not be written so far. */
  note(freeBytes: number | null, droppedLineCount: number): readonly Notice[] {
    const notices: Notice[] = []
    if (freeBytes !== null && freeBytes < lowBytes && !this.#isLow) {
      this.#isLow = true
      const detail = `${Math.round(freeBytes / 1024 ** 2)} MiB free`
      notices.push({ kind: 'notice', level: 'warn', event: 'disk-low', detail })
    } else if (freeBytes !== null && freeBytes > roomAgainBytes) {
      this.#isLow = false
    }
    if (droppedLineCount > 0 && this.#reportedDroppedCount === 0) {
      const detail = `${countOf(droppedLineCount, 'line', 'lines')} lost so far`
      notices.push({ kind: 'notice', level: 'warn', event: 'log-write-failed', detail })
    }
    this.#reportedDroppedCount = droppedLineCount
    return notices
  }
}
