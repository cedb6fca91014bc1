/** Whether a name fits; `*` stands for any text, case does not matter. Takes no longer than the name is long. */
export function fitsPattern(pattern: string, name: string): boolean {
  const parts = pattern.toLowerCase().split('*')
  const text = name.toLowerCase()
  const first = parts[0]!
  if (parts.length === 1) return text === first
  const last = parts.at(-1)!
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  let at = first.length
  const end = text.length - last.length
  for (const part of parts.slice(1, -1)) {
    const next = text.indexOf(part, at)
    if (next < 0 || next + part.length > end) return false
    at = next + part.length
  }
  return true
}
