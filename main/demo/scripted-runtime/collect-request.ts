import { BadEncoding, PayloadReader } from './wire.ts'

export interface ProviderRequest {
  readonly name: string
  readonly keywords: bigint
  readonly level: number
  /** `key=value;key2=value2`, parsed; a key or value may be quoted. */
  readonly arguments: ReadonlyMap<string, string>
  /** CollectTracing5: allow or deny list of event ids. */
  readonly eventFilter: { readonly isAllowList: boolean; readonly ids: ReadonlySet<number> } | null
}

export interface CollectRequest {
  readonly bufferMegabytes: number
  readonly isRundownRequested: boolean
  readonly isStackWalkRequested: boolean
  readonly providers: readonly ProviderRequest[]
}

export const collectCommands = { ct1: 0x0202, ct2: 0x0203, ct3: 0x0204, ct4: 0x0205, ct5: 0x0206 } as const

/** Payload layouts of CollectTracing to CollectTracing5; throws BadEncoding for what a runtime refuses. */
export function parseCollectRequest(code: number, payload: Uint8Array): CollectRequest {
  const reader = new PayloadReader(payload)
  if (code === collectCommands.ct5 && reader.u32() !== 0) throw new BadEncoding('only streaming sessions')
  const bufferMegabytes = reader.u32()
  const format = reader.u32()
  let isRundownRequested = true
  let isStackWalkRequested = true
  if (code === collectCommands.ct2 || code === collectCommands.ct3) isRundownRequested = reader.u8() !== 0
  if (code === collectCommands.ct4 || code === collectCommands.ct5) isRundownRequested = reader.u64() !== 0n
  if (code >= collectCommands.ct3) isStackWalkRequested = reader.u8() !== 0
  const providerCount = reader.u32()
  if (bufferMegabytes === 0 || format !== 1) throw new BadEncoding('buffer or format out of range')
  if (providerCount === 0 || providerCount > 1000) throw new BadEncoding('provider count out of range')
  const providers: ProviderRequest[] = []
  for (let i = 0; i < providerCount; i++) providers.push(parseProvider(reader, code === collectCommands.ct5))
  return { bufferMegabytes, isRundownRequested, isStackWalkRequested, providers }
}

/** A session that asks for nothing: it only takes a slot. */
export function isEmptyRequest({ providers }: CollectRequest): boolean {
  return providers.every(({ level, keywords }) => level === 0 && keywords === 0n)
}

function parseProvider(reader: PayloadReader, hasEventFilter: boolean): ProviderRequest {
  const keywords = reader.u64()
  const level = reader.u32()
  const name = reader.string()
  if (name === '' || level > 5) throw new BadEncoding('provider name or level out of range')
  const text = reader.string()
  return { name, keywords, level, arguments: parseArguments(text), eventFilter: hasEventFilter ? filter(reader) : null }
}

function filter(reader: PayloadReader): NonNullable<ProviderRequest['eventFilter']> {
  const isAllowList = reader.u8() !== 0
  const ids = new Set<number>()
  for (let left = reader.u32(); left > 0; left--) ids.add(reader.u32())
  return { isAllowList, ids }
}

export function parseArguments(text: string): Map<string, string> {
  const parsed = new Map<string, string>()
  for (const pair of splitOutsideQuotes(text, ';')) {
    const [key, ...rest] = splitOutsideQuotes(pair, '=')
    if (key !== undefined && key !== '') parsed.set(unquote(key), unquote(rest.join('=')))
  }
  return parsed
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = []
  let isQuoted = false
  let start = 0
  for (let i = 0; i <= text.length; i++) {
    if (text[i] === '"') isQuoted = !isQuoted
    if (i === text.length || (text[i] === separator && !isQuoted)) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  return parts
}

function unquote(text: string): string {
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
}

/** An event passes when the provider asked for its level and keywords (an event without keywords always passes). */
export function wantsEvent(
  provider: ProviderRequest,
  event: { readonly id: number; readonly level: number; readonly keywords: bigint },
): boolean {
  if (event.level > provider.level) return false
  if (event.keywords !== 0n && (event.keywords & provider.keywords) === 0n) return false
  const { eventFilter } = provider
  return eventFilter === null || eventFilter.ids.has(event.id) === eventFilter.isAllowList
}
