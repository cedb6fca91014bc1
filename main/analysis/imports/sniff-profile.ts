import { utf8Text } from '../../nettrace/byte-cursor.ts'
import { foldedWeight } from './folded-profile.ts'
import { ImportDamage } from './import-damage.ts'
import type { ImportFormat } from '../../../shared/model/trace/trace-import.ts'
import { JsonReader } from './json-reader.ts'
import { ProtobufReader, wireTypes } from './protobuf-reader.ts'

/** What the beginning of a file is enough to say of it. */
export const sniffedBytes = 2 ** 16
const gzipMagic = [0x1f, 0x8b] as const
/** Fields of a message that are looked at. */
const mostFields = 16
const mostLines = 20
const mostEvents = 50

export function isGzip(head: Uint8Array): boolean {
  return head[0] === gzipMagic[0] && head[1] === gzipMagic[1]
}

/** The format of an unpacked file by its content, never by its name; null: none of those that are opened. `head` may end anywhere. */
export function sniffProfile(head: Uint8Array): ImportFormat | null {
  const bytes = head.subarray(0, sniffedBytes)
  const reader = new JsonReader(bytes)
  const first = reader.peek()
  if (first === 'object') return formatOfObject(reader)
  if (first === 'array') return isEventArray(reader) ? 'chromium-trace' : null
  if (isFolded(bytes)) return 'folded'
  return isPprof(bytes) ? 'pprof' : null
}

function formatOfObject(reader: JsonReader): ImportFormat | null {
  const keys = new Set<string>()
  let isSpeedscope = false
  tryUntilCut(() =>
    reader.object((key) => {
      keys.add(key)
      if (key === '$schema') isSpeedscope ||= String(reader.value()).includes('speedscope')
      else reader.skip()
    }),
  )
  if (keys.has('traceEvents')) return 'chromium-trace'
  if (isSpeedscope || (keys.has('shared') && keys.has('profiles'))) return 'speedscope'
  if (keys.has('nodes') && (keys.has('timeDeltas') || keys.has('samples') || keys.has('startTime'))) return 'cpuprofile'
  // Very long lists come first, and the head ends in them.
  if (keys.has('shared') || keys.has('profiles')) return 'speedscope'
  return keys.has('nodes') ? 'cpuprofile' : null
}

/** The first events say it; the head may end within one. */
function isEventArray(reader: JsonReader): boolean {
  let hasPhase = false
  tryUntilCut(() =>
    reader.array((index) => {
      const value = reader.value() as { ph?: unknown } | null
      hasPhase ||= typeof value === 'object' && value !== null && typeof value.ph === 'string'
      if (hasPhase || index > mostEvents) throw reader.damage(reader.offset, 'no more', 'more')
    }),
  )
  return hasPhase
}

/** The head may end, or be damaged, anywhere: what was read until then counts. */
function tryUntilCut(read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof ImportDamage)) throw error
  }
}

function isFolded(bytes: Uint8Array): boolean {
  if (bytes.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) return false
  const lines = utf8Text(bytes, 0, bytes.length).split('\n', mostLines)
  // The last one may be cut.
  if (bytes.length === sniffedBytes && lines.length > 1 && lines.length < mostLines) lines.pop()
  const stacks = lines.filter((line) => line.trim() !== '' && !line.startsWith('# '))
  const weighted = stacks.filter((line) => /\S\s+\S+\s*$/.test(line) && foldedWeight.test(lastWord(line)))
  // A log has a number at the end of a line now and then.
  return weighted.length * 2 > stacks.length
}

function lastWord(line: string): string {
  return line.trim().split(/\s/).at(-1)!
}

function isPprof(bytes: Uint8Array): boolean {
  let count = 0
  let hasTypes = false
  try {
    const message = new ProtobufReader(bytes)
    for (; count < mostFields && message.next(); count++) {
      const isNumber = message.wireType === wireTypes.varint
      const isKnown = message.field <= 15 && (isNumber || message.wireType === wireTypes.bytes)
      const isList = [1, 2, 3, 4, 5, 6, 11].includes(message.field)
      // Comments (13) are numbers one by one or packed; of the others each has one form.
      if (!isKnown || (message.field !== 13 && isList === isNumber)) return false
      hasTypes ||= message.field === 1
    }
  } catch (error) {
    if (!(error instanceof ImportDamage)) throw error
    // The head ends within a field, or it is no message at all.
    return hasTypes
  }
  return hasTypes || count === mostFields
}
