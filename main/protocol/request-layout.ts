import { commands, headerSizeBytes, magic, maxProviderCount } from './commands.ts'
import { decodePayload, type PayloadReader } from './payload-reader.ts'

/*
 * The layouts of requests a second time, as a reader: the last check before bytes may leave, and the parser of our own
 * scripted runtime. It knows nothing of the encoders, so a mistake would have to be made twice to reach a target.
 */

type Walk = (r: PayloadReader) => void

const none: Walk = () => undefined
const unknown: Walk = (r) => r.fail('a known command', 'another one')
const dump: Walk = (r) => {
  filledString(r, 'path')
  inRange(r, 'type', r.u32('type'), 1, 4)
  r.u32('flags')
}

const layouts: ReadonlyMap<number, Walk> = new Map<number, Walk>([
  [commands.ProcessInfo.code, none],
  [commands.ProcessInfo2.code, none],
  [commands.ProcessInfo3.code, none],
  [commands.ProcessEnvironment.code, none],
  [commands.ResumeRuntime.code, none],
  [commands.DisablePerfMap.code, none],
  [commands.StopTracing.code, (r) => void r.u64('session id')],
  [commands.CollectTracing.code, (r) => collect(r, 1)],
  [commands.CollectTracing2.code, (r) => collect(r, 2)],
  [commands.CollectTracing3.code, (r) => collect(r, 3)],
  [commands.CollectTracing4.code, (r) => collect(r, 4)],
  [commands.CollectTracing5.code, (r) => collect(r, 5)],
  [commands.CollectTracing6.code, (r) => collect(r, 6)],
  [commands.GenerateCoreDump.code, dump],
  [commands.GenerateCoreDump2.code, dump],
  [commands.GenerateCoreDump3.code, dump],
  [
    commands.AttachProfiler.code,
    (r) => {
      r.u32('timeout')
      r.raw(16, 'CLSID')
      filledString(r, 'path')
      r.raw(r.u32('client length'), 'client bytes')
    },
  ],
  [
    commands.StartupProfiler.code,
    (r) => {
      r.raw(16, 'CLSID')
      filledString(r, 'path')
    },
  ],
  [
    commands.SetEnvironmentVariable.code,
    (r) => {
      filledString(r, 'name')
      closedString(r, 'value')
    },
  ],
  [commands.EnablePerfMap.code, (r) => inRange(r, 'type', r.u32('type'), 1, 3)],
  [commands.ApplyStartupHook.code, (r) => filledString(r, 'path')],
])

/** What is wrong with a request as a whole message, or null. Works on any bytes and never throws. */
export function findLayoutFault(message: Uint8Array): string | null {
  const walked = decodePayload(message, 'request', (r) => {
    for (const byte of magic) if (r.u8('magic') !== byte) r.fail('magic', 'other bytes')
    const size = r.u16('size')
    if (size !== message.length) r.fail(`size ${message.length}`, `${size}`)
    const code = (r.u8('command set') << 8) | r.u8('command id')
    if (r.u16('reserved') !== 0) r.fail('reserved 0', 'another value')
    const walk = layouts.get(code) ?? unknown
    walk(r)
    if (r.remaining > 0) r.fail('the end of the message', `${r.remaining} more bytes`)
  })
  if (walked.ok) return null
  const { error } = walked
  if (error.kind !== 'malformed') return error.kind
  return `at ${error.offset - headerSizeBytes} of the payload: expected ${error.expected}, found ${error.found}`
}

function collect(r: PayloadReader, version: number): void {
  const sessionType = version >= 5 ? r.u32('session type') : 0
  inRange(r, 'session type', sessionType, 0, 1)
  if (sessionType === 1) return userEvents(r)
  inRange(r, 'buffer size', r.u32('buffer size'), 1, 0xffff_ffff)
  inRange(r, 'format', r.u32('format'), 0, 1)
  if (version === 2 || version === 3) inRange(r, 'rundown', r.u8('rundown'), 0, 1)
  if (version >= 4) r.u64('rundown keywords')
  if (version >= 3) inRange(r, 'stacks', r.u8('stacks'), 0, 1)
  providers(r, version >= 5, none)
  if (version === 6) inRange(r, 'buffer mode', r.u32('buffer mode'), 0, 1)
}

/** Session type 1: its runtime waits for a file descriptor after this message. */
function userEvents(r: PayloadReader): void {
  r.u64('rundown keywords')
  providers(r, true, () => {
    const hasDefault = closedString(r, 'default tracepoint') > 1
    const count = r.u32('tracepoint count')
    if (!hasDefault && count === 0) r.fail('a tracepoint', 'none')
    for (let index = 0; index < count; index++) {
      filledString(r, 'tracepoint name')
      const idCount = r.u32('event id count')
      inRange(r, 'event id count', idCount, 1, 0xffff)
      r.raw(idCount * 4, 'event ids')
    }
  })
}

function providers(r: PayloadReader, hasFilter: boolean, rest: Walk): void {
  const count = r.u32('provider count')
  inRange(r, 'provider count', count, 1, maxProviderCount)
  for (let index = 0; index < count; index++) {
    r.u64('keywords')
    inRange(r, 'level', r.u32('level'), 0, 5)
    filledString(r, 'provider name')
    closedString(r, 'arguments')
    if (hasFilter) {
      inRange(r, 'filter mode', r.u8('filter mode'), 0, 1)
      r.raw(r.u32('event id count') * 4, 'event ids')
    }
    rest(r)
  }
}

/** Whether the runtime that gets this sound message waits for a file descriptor before it answers. */
export function needsDescriptor(message: Uint8Array): boolean {
  const code = ((message[16] ?? 0) << 8) | (message[17] ?? 0)
  const isFiltered = code === commands.CollectTracing5.code || code === commands.CollectTracing6.code
  return isFiltered && message[headerSizeBytes] === 1
}

function inRange(r: PayloadReader, field: string, value: number, lowest: number, highest: number): void {
  if (value < lowest || value > highest) r.fail(`${field} ${lowest} to ${highest}`, `${value}`)
}

/** Count 0, or a count whose last code unit is a NUL and no other is. */
function closedString(r: PayloadReader, field: string): number {
  const count = r.u32(`${field} length`)
  if (count > r.remaining / 2) r.fail(`${field}: ${count} code units`, `${r.remaining} bytes left`)
  for (let index = 0; index < count; index++) {
    const isLast = index === count - 1
    if ((r.u16(field) === 0) !== isLast) r.fail(`${field}: one NUL at the end`, `code unit ${index} of ${count}`)
  }
  return count
}

function filledString(r: PayloadReader, field: string): void {
  if (closedString(r, field) < 2) r.fail(`${field}: at least one character`, 'an empty text')
}
