import type { ByteCursor } from '../byte-cursor.ts'
import { nettraceLimits } from '../limits.ts'
import type { ThreadFacts } from '../trace/thread-registry.ts'

const rowKinds = { name: 1, processId: 2, threadId: 3, keyValue: 4 } as const

/**
 * Content of a thread row: vu64 index, then items of u8 kind: 1 name str6 | 2 process id vu64 | 3 thread id vu64 | 4 str6 str6.
 * An unknown kind has no length, so the rest of its row is not read.
 */
export function readV6Thread(
  cursor: ByteCursor,
): { readonly low: number; readonly high: number; readonly facts: ThreadFacts } | null {
  const index = cursor.varint64()
  let name = ''
  let processId: number | null = null
  let exactId = 0n
  const attributes: [string, string][] = []
  let isKnown = true
  while (isKnown && cursor.remaining > 0 && !cursor.isExhausted) {
    switch (cursor.u8()) {
      case rowKinds.name:
        name = cursor.utf8(nettraceLimits.nameChars)
        break
      case rowKinds.processId:
        processId = Number(cursor.varint64())
        break
      case rowKinds.threadId:
        exactId = cursor.varint64()
        break
      case rowKinds.keyValue:
        attributes.push([cursor.utf8(nettraceLimits.nameChars), cursor.utf8(nettraceLimits.nameChars)])
        break
      default:
        isKnown = false
    }
  }
  if (cursor.isExhausted) return null
  const facts = { name, processId, exactId, attributes }
  return { low: Number(index & 0xffffffffn), high: Number(index >> 32n), facts }
}
