import { isDumpHead } from '../../heap/from-dump/is-dump.ts'
import { readGcDump } from '../../heap/gcdump/read-gcdump.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'

export interface PartEnd {
  /** Null: it is whole. */
  readonly fault: string | null
  /** It can be looked at: of a recording that was cut off what there is. */
  readonly opens: boolean
}

/** Reads one file of a package as what its name says it is, piece by piece. */
export interface PartOpener {
  /** What it is opened as. */
  readonly name: string
  push(chunk: Uint8Array): void
  end(): PartEnd
}

const endOf = (fault: string | null): PartEnd => ({ fault, opens: fault === null })

/** Files that are read as a whole; of larger ones only the beginning is looked at. */
const maxWholeBytes = 512 * 1024 * 1024

export function openerOf(name: string, sizeBytes: number): PartOpener {
  if (name.endsWith('.nettrace')) return traceOpener()
  if (name.endsWith('.dmp') || name.endsWith('.core')) return headOpener('dump', (head) => isDumpHead(head))
  if (/\.(?:md|txt|csv)$/.test(name)) return textOpener()
  if (sizeBytes <= maxWholeBytes) {
    if (name.endsWith('.gcdump'))
      return wholeOpener('heap graph', (bytes) => {
        const read = readGcDump(bytes)
        return read.ok ? null : 'not a readable heap graph'
      })
    if (name.endsWith('.ndjson')) return wholeOpener('lines of JSON', (bytes) => jsonLinesFault(bytes))
    if (name.endsWith('.json')) return wholeOpener('JSON', (bytes) => jsonFault(bytes.toString('utf8')))
  }
  return { name: 'file', push: () => undefined, end: () => endOf(null) }
}

function traceOpener(): PartOpener {
  const reader = new TraceReader({}, { keepsSegments: false })
  return {
    name: 'trace',
    push: (chunk) => reader.push(chunk),
    end() {
      const isWhole = reader.end()
      const { header, damage } = reader.trace
      reader.dispose()
      if (header === null) return endOf('not a readable trace')
      const [first] = damage
      const cut = isWhole ? null : 'it ends without its end marker'
      return { fault: first === undefined ? cut : `damaged at byte ${first.offset}`, opens: true }
    },
  }
}

function headOpener(name: string, isRight: (head: Buffer) => boolean): PartOpener {
  let head = Buffer.alloc(0)
  return {
    name,
    push(chunk) {
      if (head.length < 4096) head = Buffer.concat([head, chunk.subarray(0, 4096 - head.length)])
    },
    end: () => endOf(isRight(head) ? null : `not a ${name}`),
  }
}

function textOpener(): PartOpener {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let fault: string | null = null
  const decode = (chunk?: Uint8Array): void => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      // TypeError: bytes that are no UTF-8.
      fault = 'not a text in UTF-8'
    }
  }
  return {
    name: 'text',
    push: (chunk) => decode(chunk),
    end() {
      decode()
      return endOf(fault)
    },
  }
}

function wholeOpener(name: string, faultOf: (bytes: Buffer) => string | null): PartOpener {
  const pieces: Buffer[] = []
  return {
    name,
    push: (chunk) => void pieces.push(Buffer.from(chunk)),
    end: () => endOf(faultOf(Buffer.concat(pieces))),
  }
}

function jsonFault(text: string): string | null {
  try {
    JSON.parse(text)
    return null
  } catch {
    // SyntaxError: no JSON.
    return 'not JSON'
  }
}

function jsonLinesFault(bytes: Buffer): string | null {
  const bad = bytes
    .toString('utf8')
    .split('\n')
    .findIndex((line) => line !== '' && jsonFault(line) !== null)
  return bad < 0 ? null : `line ${bad + 1} is not JSON`
}
