import type { RedactionChoice, RedactionReport } from '../../../../shared/model/trace/trace-trim.ts'
import { runtimeProvider } from '../../../../shared/model/runtime-providers.ts'
import { methodChangeOf } from '../../../events/code-event-ids.ts'
import { shownName } from '../../../events/event-names.ts'
import { compileDecoder, type PayloadDecoder } from '../../../events/payload/decode-payload.ts'
import type { TextPlace } from '../../../events/payload/payload-cursor.ts'
import type { EventType } from '../../../nettrace/event-type.ts'
import type { BlobFields } from '../../../nettrace/writer/blob-writer.ts'
import { type MaskName, Masks, type TextOwner } from './masks.ts'
import { readPlace, replaceTexts, type TextEdit } from './replace-texts.ts'
import { type NamedRule, rulesOf } from './text-rules.ts'
import { PlainPayloads, UnchangedTexts } from './unchanged-texts.ts'

/** A payload that masks make longer than this is overwritten: it is made for the purpose. */
const mostPayloadBytes = 2 ** 20
const keptTexts = 5000
const longestKeptChars = 500
/** Types, what precompiled code starts with, tiers and lines of methods. */
const codeIds = new Set([15, 72, 159, 190])

interface MaskedText {
  readonly text: string
  readonly hits: readonly (readonly [rule: string, count: number])[]
}

const noText: MaskedText = { text: '', hits: [] }

type PayloadPlace = Pick<BlobFields, 'bytes' | 'payloadStart' | 'payloadEnd'>

interface RedactedType {
  readonly decode: PayloadDecoder
  readonly texts: TextPlace[]
  /** Of a payload up to this length nothing has to be looked at. */
  readonly plainBytes: number
  readonly plain: PlainPayloads | null
  readonly provider: string
  readonly event: string
}

/** Payloads and other texts of a stream with masks in place of what the rules find. */
export class Redactor {
  readonly #rules: readonly NamedRule[]
  readonly #masks: Masks
  readonly #types = new WeakMap<EventType, RedactedType>()
  readonly #known = new Map<string, MaskedText>()
  readonly #unchanged = new UnchangedTexts()
  #newestType: EventType | null = null
  #newest: RedactedType | null = null
  pointerBytes = 8

  constructor(choice: RedactionChoice, nameOf: MaskName | null = null) {
    this.#masks = new Masks(nameOf)
    this.#rules = rulesOf(choice)
  }

  get report(): RedactionReport {
    return this.#masks.report()
  }

  /** The payload itself when there is nothing to mask in it. */
  payload(type: EventType, payload: Uint8Array): Uint8Array {
    return this.masked(type, { bytes: payload, payloadStart: 0, payloadEnd: payload.length }) ?? payload
  }

  /** What the payload of an event becomes; null when there is nothing to mask in it. */
  masked(type: EventType, { bytes, payloadStart, payloadEnd }: PayloadPlace): Uint8Array | null {
    const known = this.#typeOf(type)
    if (payloadEnd - payloadStart <= known.plainBytes) return null
    if (known.plain?.isUnchanged(bytes, payloadStart, payloadEnd) === true) return null
    const payload = bytes.subarray(payloadStart, payloadEnd)
    const masked = this.#payload(known, payload)
    return masked === payload ? null : masked
  }

  #payload(known: RedactedType, payload: Uint8Array): Uint8Array {
    const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
    const { fault, rest } = known.decode(payload, view, 0, payload.length)
    if (fault !== null || areCrossed(known.texts)) return this.#zeroed(known, payload, 0)
    // Fields of a newer runtime: nobody knows what they hold.
    const kept = rest.length > 0 ? this.#zeroed(known, payload, payload.length - rest.length) : payload
    const edits = this.#editsOf(known, kept)
    if (edits.length === 0) return kept
    const replaced = replaceTexts(kept, edits)
    return replaced.length > Math.max(payload.length, mostPayloadBytes) ? this.#zeroed(known, payload, 0) : replaced
  }

  /** A text outside of payloads. */
  text(owner: TextOwner, text: string): string {
    return this.#masked(owner, owner.field, text).text
  }

  #editsOf(type: RedactedType, payload: Uint8Array): readonly TextEdit[] {
    const edits: TextEdit[] = []
    // Where one text lies elsewhere in the payload, none may move.
    const isFixed = type.texts.some(({ isCounted }) => isCounted)
    let key = ''
    for (const place of type.texts) {
      if (place.encoding === 'bytes') {
        if (payload.subarray(place.start, place.end).some((byte) => byte !== 0)) {
          edits.push({ ...place, text: '', isFixed: true })
          this.#masks.countZeroed(type)
        }
        continue
      }
      const text = readPlace(payload, place)
      // Of a list of pairs the key says what the value is.
      const field = place.name === 'Value' && key !== '' ? key : place.name
      if (place.name === 'Key') key = text
      const masked = this.#masked({ provider: type.provider, event: type.event, field: place.name }, field, text)
      if (masked.text !== text) edits.push({ ...place, text: masked.text, isFixed })
      else if (type.plain !== null && masked.hits.length === 0 && place.encoding === 'utf16')
        this.#unchanged.add(this.#unchanged.fieldNumber(field), payload, place.start, place.end)
    }
    return edits
  }

  #masked(owner: TextOwner, field: string, text: string): MaskedText {
    if (text === '') return noText
    const key = `${field}\0${text}`
    const masked = this.#known.get(key) ?? this.#mask(field, text)
    if (text.length <= longestKeptChars && !this.#known.has(key)) {
      if (this.#known.size >= keptTexts) this.#known.clear()
      this.#known.set(key, masked)
    }
    for (const [rule, count] of masked.hits) this.#masks.count(rule, owner, count)
    return masked
  }

  #mask(field: string, text: string): MaskedText {
    const hits: [string, number][] = []
    let masked = text
    for (const { id, apply } of this.#rules) {
      let count = 0
      masked = apply(masked, field, (secret) => {
        const mask = this.#masks.of(id, secret)
        if (mask !== secret) count++
        return mask
      })
      if (count > 0) hits.push([id, count])
    }
    return { text: masked, hits }
  }

  #zeroed(type: RedactedType, payload: Uint8Array, from: number): Uint8Array {
    if (payload.subarray(from).every((byte) => byte === 0)) return payload
    this.#masks.countZeroed(type)
    return payload.slice().fill(0, from)
  }

  #typeOf(type: EventType): RedactedType {
    if (type === this.#newestType && this.#newest !== null) return this.#newest
    let known = this.#types.get(type)
    if (known === undefined) this.#types.set(type, (known = this.#compile(type)))
    this.#newestType = type
    return (this.#newest = known)
  }

  #compile(type: EventType): RedactedType {
    const texts: TextPlace[] = []
    const plain = PlainPayloads.of(type, this.pointerBytes, this.#unchanged)
    return {
      decode: compileDecoder(type, this.pointerBytes, texts),
      texts,
      // Names of methods and types are what makes the part worth sending.
      plainBytes: isCode(type) ? Number.POSITIVE_INFINITY : (plain?.numberBytes ?? 0),
      plain,
      provider: type.provider,
      event: shownName(type),
    }
  }
}

function isCode(type: EventType): boolean {
  if (type.provider === 'Universal.System') return type.name === 'ProcessSymbol'
  return methodChangeOf(type) !== null || (type.provider === runtimeProvider && codeIds.has(type.eventId))
}

/** Texts that lie in each other: one could show what is masked in the other. */
function areCrossed(texts: readonly TextPlace[]): boolean {
  let end = 0
  for (const place of texts.toSorted((a, b) => a.start - b.start)) {
    if (place.start < end) return true
    end = place.end
  }
  return false
}
