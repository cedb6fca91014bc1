import type { Tag } from '../../shared/model/live.ts'

/**
 * Splits the runtime's tag text `k=v,k=v`. It is not escaped, so a comma inside a value is ambiguous: a piece without `=` is
 * taken as the rest of the value before it. The raw text stays the series' identity.
 */
export function splitMeterTags(text: string): readonly Tag[] {
  return split(text, '=')
}

/** `key:value,key:value` of an EventCounter's Metadata; a text that is not of this form gives no tags. */
export function splitCounterTags(text: string): readonly Tag[] {
  if (!text.includes(':')) return []
  return split(text, ':')
}

function split(text: string, separator: string): readonly Tag[] {
  if (text === '') return []
  const tags: { key: string; value: string }[] = []
  for (const piece of text.split(',')) {
    const at = piece.indexOf(separator)
    const previous = tags.at(-1)
    if (at > 0) tags.push({ key: piece.slice(0, at), value: piece.slice(at + 1) })
    else if (previous) previous.value += `,${piece}`
    else tags.push({ key: piece.slice(at + 1), value: '' })
  }
  return tags
}
