import type { DumpException, DumpFrame, DumpThread } from '../../../../shared/model/dump-threads.ts'
import { heapLabels } from '../heap-labels.ts'

export interface ExceptionGroup {
  readonly exception: DumpException
  readonly count: number
}

const words = heapLabels.threads

export function threadTitle({ managedId, nativeId }: DumpThread): string {
  return words.thread(String(nativeId), String(managedId))
}

export function threadWords({ role, isAlive, isBackground, lockCount }: DumpThread): readonly string[] {
  const locks = lockCount === null || lockCount === 0 ? '' : words.locksHeld(lockCount)
  return [
    words.roles[role],
    isAlive ? '' : words.exited,
    isBackground && role === '' ? words.background : '',
    locks,
  ].filter(Boolean)
}

/** For the clipboard, and for searching. */
export function threadText(thread: DumpThread): string {
  const { exception, frames } = thread
  const thrown = exception === null ? [] : [exceptionText(exception)]
  return [threadTitle(thread), ...threadWords(thread), ...thrown, ...frames.map(frameText)].join('\n')
}

export function exceptionText(exception: DumpException): string {
  const { type, message, frames, inner } = exception
  const cause = inner === null ? [] : [words.causedByText(exceptionText(inner))]
  return [`${type}: ${message}`, ...frames.map(frameText), ...cause].join('\n')
}

function frameText({ name, module, isManaged }: DumpFrame): string {
  return isManaged ? `   at ${module === '' ? '' : `${module}!`}${name}` : `   [${name}]`
}

/** Equal ones together, the most frequent first. */
export function groupedExceptions(exceptions: readonly DumpException[]): readonly ExceptionGroup[] {
  const groups = new Map<string, ExceptionGroup>()
  for (const exception of exceptions) {
    const text = exceptionText(exception)
    const known = groups.get(text)
    groups.set(text, { exception: known?.exception ?? exception, count: (known?.count ?? 0) + 1 })
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count)
}
